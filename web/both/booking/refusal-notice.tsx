import { Link } from 'react-router-dom'
import type { BookingRefusal } from '#contract/booking/appointments.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import {
  describeDuplicate,
  familyPage,
  useBookedFamily,
} from '#web/both/appointments/booked-family.ts'
import { Notice } from '#web/both/times/notice.tsx'
import { useOwnText } from '#web/lib/own-words.tsx'
import * as sentences from '#words/en/booking/refusal-sentences.tsx'
import * as words from '#words/en/booking/slots.ts'
import { Booking } from './flow/booking-provider.tsx'

interface RefusalNoticeProps {
  refusal: BookingRefusal
  /** With its current price. */
  treatment: Treatment
}

/** Why the booking was refused. */
export default function RefusalNotice(props: RefusalNoticeProps) {
  return (
    <Notice>
      <RefusalText {...props} />
    </Notice>
  )
}

function RefusalText({ refusal, treatment }: RefusalNoticeProps) {
  const { slot, date } = refusal.booking
  const own = useOwnText()
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
              {family ? 'See the family’s appointments' : words.seeMyAppointments}
            </Link>
          </p>
        </>
      )
    case 'held':
    case 'slot_taken':
      return <p>{words.justBooked(formats.slot(slot), formats.day(date))}</p>
    case 'price_changed':
      return <p>{words.priceIsNow(own(treatment.name), formatPrice(treatment.price))}</p>
  }
}

/** Which appointments a patient cannot have on one day. */
function OncePerDay() {
  const family = useBookedFamily()
  const hasChildren = Booking.useSelector(({ context }) => (context.children ?? []).length > 0)
  if (family) return <p>Each treatment can be booked once a day, and one appointment at a time.</p>
  if (hasChildren) {
    return <p>{words.oncePerDay}</p>
  }
  return (
    <p>
      {sentences.oncePerDayUnlessChildren((text) => (
        <Link to="/dashboard/children" className="underline underline-offset-4">
          {text}
        </Link>
      ))}
    </p>
  )
}
