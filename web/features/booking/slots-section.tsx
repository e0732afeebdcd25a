import { Fragment, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { alreadyBookedMessage, type BookingRefusal } from '../../../contract/appointments.ts'
import { formatWireDate } from '../../../contract/dates.ts'
import { formatPrice } from '../../../contract/money.ts'
import type { Treatment } from '../../../contract/treatments.ts'
import { slotsOf } from '../../../machines/booking/booking-machine.ts'
import { BreakAfterSlash } from '../../components/text.tsx'
import { Booking } from './booking-provider.tsx'
import { Notice } from './notice.tsx'

/** The choice to leave the doctor to the clinic. */
export const ANY_DOCTOR = 'Any doctor'

interface SlotsSectionProps {
  /** How often a treatment was selected; the page scrolls here each time. */
  jumps: number
  /** The day is not the one that was asked for. */
  isOtherDay: boolean
}

/** The free slots of the chosen treatment, in 3 to 4 columns. */
export function SlotsSection({ jumps, isOtherDay }: SlotsSectionProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const date = Booking.useSelector(({ context }) => context.date)
  const treatment = Booking.useSelector(({ context }) => context.treatment)
  const doctor = Booking.useSelector(({ context }) => context.doctor)
  const slots = slotsOf({ treatment, doctor })
  const nearest = Booking.useSelector(({ context }) => context.refusal?.alternatives)
  const refreshing = Booking.useSelector((snapshot) => snapshot.matches({ browsing: 'refreshing' }))

  useEffect(() => {
    if (jumps === 0) return
    title.current?.scrollIntoView({ block: 'start' })
    title.current?.focus({ preventScroll: true })
  }, [jumps])

  if (!treatment) return null
  return (
    <section aria-labelledby={titleId} aria-busy={refreshing}>
      <h2 ref={title} id={titleId} tabIndex={-1} className="text-3xl wrap-break-word">
        Choose a time for <BreakAfterSlash text={treatment.name} />
      </h2>
      <p className="mt-2 text-muted">
        {formatWireDate(date)}, {formatPrice(treatment.price)}
      </p>
      {isOtherDay && (
        <p className="mt-2 font-semibold">
          The day you asked for isn’t available. This is the next one that is.
        </p>
      )}
      <SlotsNotice />
      {treatment.doctors && <DoctorChoice doctors={treatment.doctors} />}
      {slots.length === 0 && (
        <p className="mt-6 text-muted">
          No free times with this doctor on {formatWireDate(date)}. Please choose another one.
        </p>
      )}
      <ul className={`slot-grid mt-6 ${refreshing ? 'opacity-60' : ''}`}>
        {slots.map((slot) => (
          <li key={slot}>
            <SlotButton slot={slot} near={nearest?.includes(slot) ?? false} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Any doctor, or one of those who give the treatment. */
function DoctorChoice({ doctors }: { doctors: NonNullable<Treatment['doctors']> }) {
  const { send } = Booking.useActorRef()
  const chosen = Booking.useSelector(({ context }) => context.doctor)
  const enabled = Booking.useSelector((snapshot) => snapshot.matches({ browsing: 'choosingSlot' }))
  const name = useId()
  const options = [{ _id: null, name: ANY_DOCTOR }, ...doctors]
  return (
    <fieldset className="mt-6">
      <legend className="font-bold">Doctor</legend>
      <div className="mt-2 flex flex-wrap gap-3">
        {options.map((doctor) => (
          <label
            key={doctor._id}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-[1.5px] border-line bg-base-100 px-4 font-semibold hover:bg-leaf has-checked:border-primary has-checked:bg-leaf has-disabled:cursor-default"
          >
            <input
              type="radio"
              name={name}
              className="size-5 accent-primary"
              checked={chosen === doctor._id}
              // Looks enabled behind the open dialog, which blocks it anyway.
              aria-disabled={!enabled || undefined}
              onChange={() => send({ type: 'doctor.choose', doctor: doctor._id })}
            />
            <span className="wrap-anywhere">{doctor.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface SlotButtonProps {
  /** '09:00 AM - 09:30 AM' */
  slot: string
  /** One of the times closest to a slot that was just taken. */
  near: boolean
}

/** A free slot; choosing it opens the dialog. */
function SlotButton({ slot, near }: SlotButtonProps) {
  const { send } = Booking.useActorRef()
  const choose = { type: 'slot.choose', slot } as const
  // Looks enabled behind the open dialog, which blocks it anyway.
  const enabled = Booking.useSelector(
    (snapshot) => snapshot.can(choose) || snapshot.matches('dialog'),
  )
  return (
    // Not `disabled`: the focus returns here from the dialog, even while the day reloads.
    <button
      type="button"
      aria-disabled={!enabled || undefined}
      onClick={() => send(choose)}
      className={`grid h-full min-h-13 w-full cursor-pointer place-content-center rounded-2xl border-[1.5px] px-1 py-2 text-center text-sm leading-tight font-bold sm:text-[0.95rem] aria-disabled:cursor-default ${
        near ? 'border-warning bg-honey' : 'border-line bg-base-100 hover:bg-leaf'
      }`}
    >
      <BreakAfterDash text={slot} />{' '}
      {near && <span className="text-sm font-semibold">close to your time</span>}
    </button>
  )
}

/** Lets a time break after its dash. */
function BreakAfterDash({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(?<=-) /).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' '}
          <span className="whitespace-nowrap">{part}</span>
        </Fragment>
      ))}
    </span>
  )
}

/** Why the booking was refused, or the slot of the address cannot be chosen again. */
function SlotsNotice() {
  const date = Booking.useSelector(({ context }) => context.date)
  const missedSlot = Booking.useSelector((snapshot) =>
    snapshot.matches({ browsing: { choosingSlot: 'slotGone' } })
      ? snapshot.context.missedSlot
      : null,
  )
  const refusal = Booking.useSelector((snapshot) =>
    snapshot.matches({ browsing: 'choosingSlot' }) ? snapshot.context.refusal : null,
  )
  const treatment = Booking.useSelector(({ context }) => context.treatment)
  if (missedSlot) {
    return (
      <Notice>
        <p>
          {missedSlot} on {formatWireDate(date)} is no longer available. These times still are, and
          we’ve kept your details.
        </p>
      </Notice>
    )
  }
  if (!refusal || !treatment) return null
  return (
    <Notice key={refusal.code}>
      <RefusalText refusal={refusal} treatment={treatment} />
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
  switch (refusal.code) {
    case 'already_booked':
      return (
        <>
          <p>{alreadyBookedMessage(refusal.booking)}</p>
          <p>You can book each treatment once a day. For a brother or sister, please call us.</p>
          <p>
            <Link to="/dashboard" className="underline underline-offset-4">
              See my appointments
            </Link>
          </p>
        </>
      )
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
