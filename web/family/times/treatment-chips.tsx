import { Link } from 'react-router-dom'
import type { NextTimes } from '#contract/booking/next-times.ts'
import { timesAddress } from '#contract/booking/time-address.ts'
import { formats } from '#contract/formats/formats.ts'
import { describeAges } from '#contract/guardians/describe-ages.ts'
import { formatPrice } from '#contract/money.ts'
import { BreakAfterSlash, forScreenReaders } from '#web/components/text.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import { LANGUAGE } from '#words/en/language.ts'
import * as words from '#words/en/site/times.ts'
import * as sentences from '#words/en/site/times-sentences.tsx'

interface TreatmentChipsProps {
  treatments: readonly NextTimes[]
  /** The one whose times are shown. */
  chosen: NextTimes
}

/** The treatments, each with its price and next free day; a press shows its times. */
export function TreatmentChips({ treatments, chosen }: TreatmentChipsProps) {
  return (
    <nav aria-label={words.treatments}>
      <ul className="grid two-columns gap-2 [--column:9rem] md:grid-cols-3 xl:grid-cols-6">
        {treatments.map((treatment) => (
          <li key={treatment._id}>
            <Link
              to={timesAddress(treatment._id)}
              aria-current={treatment === chosen || undefined}
              className="grid h-full min-h-16 content-center rounded-2xl border-[1.5px] border-line bg-base-100 px-3 py-2 leading-tight hover:bg-leaf aria-[current]:border-primary aria-[current]:bg-leaf"
            >
              <span className="font-bold wrap-break-word">
                <OwnText as={BreakAfterSlash}>{treatment.name}</OwnText>
              </span>{' '}
              <span className="mt-1 text-sm text-muted">
                <NextDay treatment={treatment} /> <Ages of={treatment} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The ages that it is for; nothing for a treatment for all. */
function Ages({ of: { ages, ...limits } }: { of: NextTimes }) {
  // Calls say them in English.
  const { minAgeMonths: from = null, maxAgeMonths: to = null } = limits
  const text = LANGUAGE === 'en' ? ages : describeAges({ minAgeMonths: from, maxAgeMonths: to })
  return text !== undefined && <span className="block">{text}</span>
}

function NextDay({ treatment: { days } }: { treatment: NextTimes }) {
  const [first] = days
  if (!first) return words.nothingFree
  return (
    <>
      <span className="font-bold text-primary">{formatPrice(first.price)}</span> ·{' '}
      <span className="whitespace-nowrap">
        {sentences.nextFreeDay(formats.compactDay(first.date), forScreenReaders)}
      </span>
    </>
  )
}
