import { SAMPLE_DOCTORS } from '#contract/site/team-words.ts'
import { DOCTOR_PICTURES } from '#web/both/doctors/doctors-content.ts'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import type { Said } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/home.ts'
import { ArrowLink } from './arrow-link.tsx'
import { useHomeWords } from './use-home-words.ts'

interface Team {
  title: Said
  doctors?: readonly { name: string; designation: Said; img?: string }[]
}

/** Four doctors, the drawn ones or the clinic's, with a link to all. */
export function Doctors() {
  const { title, doctors = SAMPLE_DOCTORS }: Team = useHomeWords().team
  if (!doctors[0]) return null
  return (
    <section aria-label={words.ourDoctors} className="shell section">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <SectionHeading eyebrow={words.ourDoctors} title={title} className="lg:max-w-none" />
        <ArrowLink to="/doctors">{words.seeAllMembers}</ArrowLink>
      </div>
      <ul className="mt-4 grid two-columns gap-x-4 gap-y-4 md:mt-6 md:grid-cols-4 lg:gap-x-6">
        {doctors.map(({ name, designation, img = DOCTOR_PICTURES[name] }) => (
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
