import { Link } from 'react-router-dom'
import { alreadyBookedMessage, type BookingRefusal } from '../../../contract/appointments.ts'
import { formatPrice } from '../../../contract/money.ts'
import type { Treatment } from '../../../contract/treatments.ts'
import { Booking } from './booking-provider.tsx'
import { Notice } from './notice.tsx'

/** Why the visitor is back at the slots after a refusal. */
export function SlotsNotice() {
  const refusal = Booking.useSelector((snapshot) =>
    snapshot.matches({ browsing: 'choosingSlot' }) ? snapshot.context.refusal : null,
  )
  const treatment = Booking.useSelector(({ context }) => context.treatment)
  if (!refusal || !treatment) return null
  return (
    <Notice key={refusal.code}>
      <RefusalText refusal={refusal} treatment={treatment} />
    </Notice>
  )
}

interface RefusalTextProps {
  refusal: BookingRefusal
  /** As it is now. */
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
