import { Link } from 'react-router-dom'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { treatmentsIntro } from './home-content.ts'
import { homeTreatments } from './treatments-content.ts'

/** The six treatments. */
export function Treatments() {
  return (
    <section aria-label={treatmentsIntro.eyebrow} className="shell section">
      <SectionHeading {...treatmentsIntro} />
      <ul className="mt-10 grid gap-5 md:mt-32 md:grid-cols-2 md:gap-x-7 md:gap-y-24 lg:grid-cols-3">
        {homeTreatments.map(({ _id, name, description, img }) => (
          <li
            key={_id}
            className="leaf relative flex items-center gap-5 bg-base-100 p-5 shadow-soft md:flex-col md:items-start md:gap-4 md:p-7"
          >
            <Illustration
              src={img}
              width={200}
              height={200}
              className="w-24 shrink-0 sm:w-32 md:-mt-24 md:w-40"
            />
            <div className="min-w-0">
              <h3 className="text-xl">
                {/* The whole card leads there: the link covers it. */}
                <Link
                  to="/appointment"
                  className="after:absolute after:inset-0 after:rounded-[inherit] hover:text-primary"
                >
                  <BreakAfterSlash text={name} />
                </Link>
              </h3>
              <p className="mt-2 text-muted">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
