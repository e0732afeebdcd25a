import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { BookingRefusal } from '#contract/booking/appointments.ts'
import { formatFullDay, formatWeekday } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import { isOutsideHours, slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import {
  describeDuplicate,
  familyPage,
  useBookedFamily,
} from '#web/both/appointments/booked-family.ts'
import { Notice } from '#web/both/times/notice.tsx'
import { CLOSE_TO_YOURS, DoctorChoice, SlotGrid } from '#web/both/times/slot-choice.tsx'
import { focusInView } from '#web/components/focus-in-view.ts'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { Booking, dialogOf } from './flow/booking-provider.tsx'

interface SlotsSectionProps {
  /** How often a treatment was selected; the page scrolls here each time. */
  jumps: number
  /** The day is not the requested one. */
  isOtherDay: boolean
}

/** The free slots of the chosen treatment, in 3 to 4 columns. */
export function SlotsSection({ jumps, isOtherDay }: SlotsSectionProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const { send } = Booking.useActorRef()
  const snapshot = Booking.useSelector((current) => current)
  const { date, treatment, doctor, refusal } = snapshot.context
  const isSqueeze = useBookedFamily()?.squeeze === true
  const [asksAll, setShowsAll] = useState(false)
  const showsAll = asksAll || isSqueeze
  const all = slotsOf({ treatment, doctor })
  const outside = all.filter((slot) => isOutsideHours(treatment, slot))
  const slots = showsAll ? all : all.filter((slot) => !outside.includes(slot))
  const limit = outside.length > 0 && !isSqueeze ? ' within the hours' : ''
  const refreshing = snapshot.matches({ slot: 'refreshing' })

  function noteOf(slot: string) {
    if (refusal?.alternatives?.includes(slot)) return CLOSE_TO_YOURS
    if (!outside.includes(slot)) return null
    return isSqueeze ? 'taken' : 'outside of the hours'
  }

  useEffect(() => {
    if (jumps > 0) focusInView(title.current)
  }, [jumps])

  if (!treatment) return null
  return (
    <section aria-labelledby={titleId} aria-busy={refreshing}>
      <h2 ref={title} id={titleId} tabIndex={-1} className="text-2xl wrap-break-word md:text-3xl">
        Choose a time for <BreakAfterSlash text={treatment.name} />
      </h2>
      {/* Stays in view below the header while the times are looked through. */}
      <p className="sticky top-18 z-10 -mx-1 mt-1 bg-base-200 px-1 py-2 font-bold wrap-anywhere">
        {formatWeekday(date)} · {treatment.name}&nbsp;·{' '}
        <span className="whitespace-nowrap">{formatPrice(treatment.price)}</span>
      </p>
      {isOtherDay && (
        <p className="mt-2 font-semibold">
          The day you asked for isn’t available: these are the times of {formatFullDay(date)}.
        </p>
      )}
      <SlotsNotice />
      {treatment.doctors && (
        <div className="mt-6">
          <DoctorChoice
            doctors={treatment.doctors}
            chosen={doctor}
            onChoose={(chosen) => send({ type: 'doctor.choose', doctor: chosen })}
            // Looks enabled behind the open dialog, which blocks it anyway.
            disabled={!snapshot.matches({ slot: 'choosing' })}
          />
        </div>
      )}
      {slots.length === 0 && (
        <p className="mt-6 text-muted">
          {doctor === null
            ? `No ${isSqueeze ? 'taken' : 'free'} times${limit} on ${formatFullDay(date)}.`
            : `No free times with this doctor on ${formatFullDay(date)}. Please choose another one.`}
        </p>
      )}
      {outside.length > 0 && !isSqueeze && (
        <label className="mt-6 flex min-h-11 w-fit items-center gap-2 font-bold">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={showsAll}
            onChange={({ target }) => setShowsAll(target.checked)}
          />
          Also show times outside of the hours
        </label>
      )}
      <SlotGrid
        slots={slots}
        noteOf={noteOf}
        isRefreshing={refreshing}
        onChoose={(slot) => send({ type: 'slot.choose', slot })}
        // Looks enabled behind the open dialog, which blocks it anyway.
        isEnabled={(slot) =>
          snapshot.can({ type: 'slot.choose', slot }) || dialogOf(snapshot) !== null
        }
      />
    </section>
  )
}

/** Why the booking was refused, or the slot in the address is not available. */
function SlotsNotice() {
  const missedSlot = Booking.useSelector((snapshot) =>
    snapshot.matches({ slot: { choosing: 'slotGone' } }) ? snapshot.context.missedSlot : null,
  )
  const refusal = Booking.useSelector((snapshot) =>
    snapshot.matches({ slot: 'choosing' }) ? snapshot.context.refusal : null,
  )
  const treatment = Booking.useSelector(({ context }) => context.treatment)
  if (missedSlot) return <MissedNotice time={missedSlot} />
  if (!refusal || !treatment) return null
  return (
    <Notice key={refusal.code}>
      <RefusalText refusal={refusal} treatment={treatment} />
    </Notice>
  )
}

/** The time in the address is not available. */
export function MissedNotice({ time }: { time: string }) {
  const date = Booking.useSelector(({ context }) => context.date)
  return (
    <Notice>
      <p>
        {time} on {formatFullDay(date)} is no longer available. These times still are, and we’ve
        kept your details.
      </p>
    </Notice>
  )
}

interface RefusalTextProps {
  refusal: BookingRefusal
  /** With its current price. */
  treatment: Treatment
}

function RefusalText({ refusal, treatment }: RefusalTextProps) {
  const { slot, date } = refusal.booking
  const family = useBookedFamily()
  switch (refusal.code) {
    case 'already_booked':
      return (
        <>
          <p>{describeDuplicate(refusal.booking, family)}</p>
          <OncePerDay />
          <p>
            <Link
              to={family ? familyPage(family) : '/dashboard'}
              className="underline underline-offset-4"
            >
              {family ? 'See the family’s appointments' : 'See my appointments'}
            </Link>
          </p>
        </>
      )
    case 'held':
    case 'slot_taken':
      return (
        <p>
          Someone just booked {slot} on {date}. These times are still available, and we’ve kept your
          details.
        </p>
      )
    case 'price_changed':
      return (
        <p>
          The price of {treatment.name} is now {formatPrice(treatment.price)}. If that works for
          you, pick your time again. We’ve kept your details.
        </p>
      )
  }
}

/** Which appointments a patient cannot have on one day. */
function OncePerDay() {
  const family = useBookedFamily()
  const hasChildren = Booking.useSelector(({ context }) => (context.children ?? []).length > 0)
  if (family) return <p>Each treatment can be booked once a day, and one appointment at a time.</p>
  if (hasChildren) {
    return <p>Each patient can have a treatment once a day, and one appointment at a time.</p>
  }
  return (
    <p>
      You can book each treatment once a day. To book for several children, add them under{' '}
      <Link to="/dashboard/children" className="underline underline-offset-4">
        My Children
      </Link>
      .
    </p>
  )
}
