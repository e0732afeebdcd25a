import { Link } from 'react-router-dom'
import type { FreeDay, NextTimes } from '#contract/booking/next-times.ts'
import { timesAddress } from '#contract/booking/time-address.ts'
import { formatPrice } from '#contract/money.ts'
import { describeDay } from '#web/both/times/describe-time.ts'

interface DayStripProps {
  treatment: NextTimes
  /** The day whose times are shown. */
  chosen: FreeDay
}

/** The next days with free times, each with their number; a press shows the day's times. */
export function DayStrip({ treatment: { _id, days }, chosen }: DayStripProps) {
  const hasOnePrice = days.every(({ price }) => price === chosen.price)
  return (
    <nav aria-label="Days">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(3.1rem,(100%_-_1.5rem)/5),1fr))] gap-1.5">
        {days.map((day) => {
          const [weekday, date] = describeDay(day.date).split(', ')
          return (
            <li key={day.date}>
              <Link
                to={timesAddress(_id, day.date)}
                aria-current={day === chosen ? 'date' : undefined}
                className="grid h-full content-center justify-items-center rounded-2xl border-[1.5px] border-transparent bg-base-100 px-1 py-2 text-center leading-tight shadow-soft hover:bg-leaf aria-[current]:border-primary aria-[current]:bg-leaf"
              >
                <span className="text-sm text-muted">{weekday}</span>{' '}
                <span className="font-extrabold whitespace-nowrap">{date}</span>{' '}
                <span className="mt-1 text-sm text-primary">
                  {day.slots.length} <span>free</span>
                </span>
                {!hasOnePrice && (
                  <>
                    {' '}
                    <span className="text-sm">{formatPrice(day.price)}</span>
                  </>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
