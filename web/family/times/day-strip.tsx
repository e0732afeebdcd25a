import { Link } from 'react-router-dom'
import type { FreeDay, NextTimes } from '#contract/booking/next-times.ts'
import { timesAddress } from '#contract/booking/time-address.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import * as words from '#words/en/site/times.ts'
import * as sentences from '#words/en/site/times-sentences.tsx'

interface DayStripProps {
  treatment: NextTimes
  /** The day whose times are shown. */
  chosen: FreeDay
}

/** The next days with free times, each with their number; a press shows the day's times. */
export function DayStrip({ treatment: { _id, days }, chosen }: DayStripProps) {
  const hasOnePrice = days.every(({ price }) => price === chosen.price)
  return (
    <nav aria-label={words.days}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(3.1rem,(100%_-_1.5rem)/5),1fr))] gap-1.5">
        {days.map((day) => (
          <li key={day.date}>
            <Link
              to={timesAddress(_id, day.date)}
              aria-current={day === chosen ? 'date' : undefined}
              className="grid h-full content-center justify-items-center rounded-2xl border-[1.5px] border-transparent bg-base-100 px-1 py-2 text-center leading-tight shadow-soft hover:bg-leaf aria-[current]:border-primary aria-[current]:bg-leaf"
            >
              <span className="text-sm text-muted">{formats.shortWeekday(day.date)}</span>{' '}
              <span className="font-extrabold whitespace-nowrap">{formats.monthDay(day.date)}</span>{' '}
              <span className="mt-1 text-sm text-primary">
                {sentences.freeTimes(day.slots.length)}
              </span>
              {!hasOnePrice && (
                <>
                  {' '}
                  <span className="text-sm">{formatPrice(day.price)}</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
