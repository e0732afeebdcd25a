import { Link } from 'react-router-dom'
import type { FreeDay, NextTimes } from '#contract/booking/next-times.ts'
import { bookingAddress, timesAddress } from '#contract/booking/time-address.ts'
import { formatPrice } from '#contract/money.ts'
import { describeDay, describeStart } from '#web/both/times/describe-time.ts'
import { Card } from '#web/components/card.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { useClinic } from '#web/lib/clinic.tsx'

/** Beside other treatments only the first of a treatment's times are shown. */
const DAYS_BESIDE_OTHERS = 2
const TIMES_BESIDE_OTHERS = 6

interface TreatmentTimesProps {
  treatment: NextTimes
  /** Its times are all that the page shows. */
  isAlone: boolean
}

/** A treatment with its next days and their free times, each of which leads to its booking. */
export function TreatmentTimes({ treatment, isAlone }: TreatmentTimesProps) {
  const { _id, name, ages, days } = treatment
  const titleId = `times-${_id}`
  const prices = new Set(days.map(({ price }) => price))
  const [first] = days
  const shown = isAlone ? days : days.slice(0, DAYS_BESIDE_OTHERS)
  return (
    <Card>
      <section aria-labelledby={titleId}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id={titleId} className="text-2xl">
            <BreakAfterSlash text={name} />
          </h2>
          {first && prices.size === 1 && (
            <p className="text-xl font-extrabold text-primary">{formatPrice(first.price)}</p>
          )}
        </div>
        {ages !== undefined && <p className="text-muted">For ages {lowerFirst(ages)}</p>}
        {first ? (
          <>
            <p className="mt-1">
              Next free day: <strong>{describeDay(first.date)}</strong>
            </p>
            <div className="mt-5 grid gap-5">
              {shown.map((day) => (
                <DayTimes
                  key={day.date}
                  treatment={treatment}
                  day={day}
                  most={isAlone ? undefined : TIMES_BESIDE_OTHERS}
                  hasOwnPrice={prices.size > 1}
                />
              ))}
            </div>
            {!isAlone && (
              <p className="mt-4">
                <TextLink look="quiet" to={timesAddress(_id)}>
                  More times <span className="sr-only">for {name}</span>
                </TextLink>
              </p>
            )}
          </>
        ) : (
          <NothingFree />
        )}
      </section>
    </Card>
  )
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

interface DayTimesProps {
  treatment: NextTimes
  day: FreeDay
  /** How many times are shown; all when absent. */
  most: number | undefined
  /** Its price is another than that of other days. */
  hasOwnPrice: boolean
}

function DayTimes({ treatment, day, most, hasOwnPrice }: DayTimesProps) {
  const { date, price, slots } = day
  const dayId = `times-${treatment._id}-${date}`
  const shown = slots.slice(0, most)
  const hidden = slots.length - shown.length
  return (
    <div>
      <h3 id={dayId} className="text-lg">
        {describeDay(date)}
        {hasOwnPrice && <span className="text-muted"> · {formatPrice(price)}</span>}
      </h3>
      <ul aria-labelledby={dayId} className="mt-2 flex flex-wrap items-center gap-2">
        {shown.map((slot) => (
          <li key={slot}>
            <TimeLink treatment={treatment} date={date} slot={slot} />
          </li>
        ))}
        {hidden > 0 && <li className="px-2 text-muted">and {hidden} more</li>}
      </ul>
    </div>
  )
}

interface TimeLinkProps {
  treatment: NextTimes
  date: string
  slot: string
  doctor?: string | undefined
}

/** A free time that leads to its booking, through the login. */
export function TimeLink({ treatment: { _id, name }, date, slot, doctor }: TimeLinkProps) {
  return (
    <Link
      to={bookingAddress({ treatment: _id, date, slot, doctor })}
      className="button button-secondary min-w-26 justify-center px-4"
    >
      {describeStart(slot)}{' '}
      <span className="sr-only">
        on {describeDay(date)}: book {name}
      </span>
    </Link>
  )
}

function NothingFree() {
  const clinic = useClinic()
  return (
    <p className="mt-3 max-w-2xl text-muted">
      Nothing is free in the days that can be booked online. New times open every day, so look again
      tomorrow, or call us at <PhoneLink of={clinic} className="font-bold whitespace-nowrap" />.
    </p>
  )
}
