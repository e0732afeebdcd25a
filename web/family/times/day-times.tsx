import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { FreeDay, NextTimes } from '#contract/booking/next-times.ts'
import { bookingAddress } from '#contract/booking/time-address.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { halvesOfDay } from '#web/both/times/halves-of-day.ts'
import { forScreenReaders } from '#web/components/text.tsx'
import { TextButton, TextLink } from '#web/components/text-link.tsx'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as day from '#words/en/site/day.ts'
import * as words from '#words/en/site/times.ts'
import * as sentences from '#words/en/site/times-sentences.tsx'

/** Times of half a day that are shown at once: two rows of a phone. */
const SHOWN = 6

interface DayTimesProps {
  treatment: NextTimes
  day: FreeDay
}

/** The free times of a treatment on a day, each of which leads to its booking. */
export function DayTimes({ treatment, day: { date, price, slots } }: DayTimesProps) {
  const titleId = useId()
  const { _id, name, doctors = [] } = treatment
  return (
    <section aria-labelledby={titleId}>
      {/* Stays in view below the header while the times scroll. */}
      <div className="sticky top-18 z-10 -mx-1 bg-base-200 px-1 py-2 leading-snug">
        <h2 id={titleId} className="text-xl wrap-anywhere md:text-2xl">
          {formats.weekday(date)} · <OwnText>{name}</OwnText>
        </h2>
        <p className="mt-0.5 text-muted wrap-anywhere">
          <strong className="text-primary">{formatPrice(price)}</strong>
          {doctors.length > 0 && ` · ${describeDoctors(doctors)}`}
        </p>
      </div>
      <div className="mt-2 grid items-start gap-x-10 gap-y-4 lg:grid-cols-2">
        {halvesOfDay(slots).map(
          (half) =>
            half.slots.length > 0 && (
              <HalfDay key={half.name} treatment={treatment} date={date} {...half} />
            ),
        )}
      </div>
      <p className="mt-4">
        <TextLink look="quiet" to={`/appointment?${new URLSearchParams({ treatment: _id })}`}>
          {words.otherDays}
        </TextLink>
      </p>
    </section>
  )
}

function describeDoctors(doctors: readonly string[]): string {
  return doctors.length > 2 ? words.withOneOfDoctors(doctors.length) : words.withDoctors(doctors)
}

interface HalfDayProps extends Pick<DayTimesProps, 'treatment'> {
  name: string
  date: string
  slots: readonly string[]
}

function HalfDay({ name, treatment, date, slots }: HalfDayProps) {
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  const firstMore = useRef<HTMLAnchorElement>(null)
  // A button that shows one more time would be as large as that time.
  const most = showsAll || slots.length === SHOWN + 1 ? slots.length : SHOWN
  const hidden = slots.length - Math.min(most, slots.length)

  // The pressed button, which had the focus, is gone.
  useEffect(() => {
    if (showsAll) firstMore.current?.focus()
  }, [showsAll])

  return (
    <div>
      <h3 id={id} className="mb-2 text-base text-muted">
        {name}
      </h3>
      <ul aria-labelledby={id} className="slot-grid">
        {slots.slice(0, most).map((slot, index) => (
          <li key={slot}>
            <TimeLink
              ref={index === SHOWN ? firstMore : undefined}
              treatment={treatment}
              date={date}
              slot={slot}
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <TextButton className="mt-1" onClick={() => setShowsAll(true)}>
          {name === day.morning
            ? sentences.moreInTheMorning(hidden, forScreenReaders)
            : sentences.moreInTheAfternoon(hidden, forScreenReaders)}
        </TextButton>
      )}
    </div>
  )
}

interface TimeLinkProps {
  treatment: NextTimes
  date: string
  slot: string
  doctor?: string | undefined
  ref?: Ref<HTMLAnchorElement> | undefined
}

/** A free time that leads to its booking, through the login. */
export function TimeLink({ treatment: { _id, name }, date, slot, doctor, ref }: TimeLinkProps) {
  const own = useOwnText()
  return (
    <Link
      ref={ref}
      to={bookingAddress({ treatment: _id, date, slot, doctor })}
      className="button button-secondary min-h-12 w-full scroll-mt-40 px-1 whitespace-nowrap tabular-nums"
    >
      {sentences.bookAt(
        {
          time: formats.slotStart(slot),
          day: formats.weekday(date),
          treatment: own(name),
        },
        forScreenReaders,
      )}
    </Link>
  )
}
