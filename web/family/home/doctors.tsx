import { homeDoctors } from '#web/both/doctors/doctors-content.ts'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import { ArrowLink } from './arrow-link.tsx'
import { doctorsIntro } from './home-content.ts'

/** Four doctors, with a link to all. */
export function Doctors() {
  return (
    <section aria-label={doctorsIntro.eyebrow} className="shell section">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <SectionHeading
          eyebrow={doctorsIntro.eyebrow}
          title={doctorsIntro.title}
          className="lg:max-w-none"
        />
        <ArrowLink to="/doctors">{doctorsIntro.link}</ArrowLink>
      </div>
      <ul className="mt-4 grid two-columns gap-x-4 gap-y-4 md:mt-6 md:grid-cols-4 lg:gap-x-6">
        {homeDoctors.map(({ name, designation, img }) => (
          <li key={name}>
            <Illustration
              src={img}
              width={320}
              height={340}
              className="leaf w-full aspect-4/3 md:aspect-10/9 object-cover"
            />
            <h3 className="mt-2 text-base md:mt-3 md:text-xl">{name}</h3>
            <p className="leading-snug text-muted max-md:text-sm">{designation}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
