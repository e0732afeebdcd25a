import { Picture } from '../../components/picture.tsx'
import { SectionHeading } from '../../components/section-heading.tsx'
import { treatmentsIntro } from '../../content/home.ts'
import { homeTreatments } from '../../content/treatments.ts'

/** The six treatments. */
export function Treatments() {
  return (
    <section aria-label={treatmentsIntro.eyebrow} className="shell section">
      <SectionHeading {...treatmentsIntro} />
      <ul className="mt-10 grid gap-5 md:mt-14 md:grid-cols-2 lg:mt-32 lg:grid-cols-3 lg:gap-x-7 lg:gap-y-24">
        {homeTreatments.map(({ _id, name, description, img }) => (
          <li
            key={_id}
            className="leaf flex items-center gap-5 bg-base-100 p-5 shadow-soft md:p-7 lg:flex-col lg:items-start lg:gap-4"
          >
            <Picture
              src={img}
              width={200}
              height={200}
              className="w-24 shrink-0 sm:w-32 lg:-mt-24 lg:w-40"
            />
            <div>
              <h3 className="text-xl">
                <BreakAfterSlash text={name} />
              </h3>
              <p className="mt-2 text-muted">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lets a name such as 'Parenatal/Newborn' continue on the next line after its slash. */
function BreakAfterSlash({ text }: { text: string }) {
  const [first, ...rest] = text.split('/')
  return (
    <>
      {first}
      {rest.map((part) => (
        <span key={part}>
          /<wbr />
          {part}
        </span>
      ))}
    </>
  )
}
