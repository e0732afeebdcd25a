import { Link } from 'react-router-dom'
import { SAMPLE_TREATMENTS } from '#contract/site/treatment-words.ts'
import { TREATMENT_PICTURES } from '#web/both/booking/treatments-content.ts'
import { Illustration } from '#web/components/brand/illustration.tsx'
import { SectionHeading } from '#web/components/brand/section-heading.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { OwnText, type Said } from '#web/lib/own-words.tsx'
import * as words from '#words/en/site/home.ts'
import { NextTimeOf } from './next-time.tsx'
import { keepQuickAppointment } from './quick-appointment.tsx'
import { useHomeWords } from './use-home-words.ts'

const forTreatment = (service: string) => ({ name: '', date: '', service, phone: '' })

interface Intro {
  title: Said
  text: Said
  treatments?: readonly { name: string; description?: string }[]
}

/** The six treatments, or the clinic's own; each leads to the booking with it chosen, where it is free. */
export function Treatments() {
  const { treatments = SAMPLE_TREATMENTS, ...intro }: Intro = useHomeWords().treatments
  return (
    <section aria-label={words.treatments} className="shell section">
      <SectionHeading eyebrow={words.treatments} {...intro} />
      <ul className="mt-4 grid gap-2 md:mt-12 md:grid-cols-3 md:gap-x-4 md:gap-y-12 lg:gap-x-7">
        {treatments.map(({ name, description }) => (
          <li
            key={name}
            className="leaf relative flex items-center gap-4 bg-base-100 px-4 py-2 shadow-soft md:flex-col md:items-start md:py-4"
          >
            <Illustration
              src={TREATMENT_PICTURES[name]}
              width={200}
              height={200}
              className="w-16 shrink-0 sm:w-24 md:-mt-12"
            />
            <div className="min-w-0">
              <h3 className="text-lg md:text-xl">
                {/* The whole card leads there: the link covers it. */}
                <Link
                  to="/appointment"
                  state={{ quick: forTreatment(name) }}
                  data-replay
                  onClick={() => keepQuickAppointment(forTreatment(name))}
                  className="after:absolute after:inset-0 after:rounded-[inherit] hover:text-primary"
                >
                  <OwnText as={BreakAfterSlash}>{name}</OwnText>
                </Link>
              </h3>
              <p className="text-sm leading-snug text-muted md:text-base">{description}</p>
              <NextTimeOf name={name} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
