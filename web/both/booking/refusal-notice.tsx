import { Link } from 'react-router-dom'
import type { BookingRefusal } from '#contract/booking/appointments.ts'
import { formatPrice } from '#contract/money.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import {
  describeDuplicate,
  familyPage,
  useBookedFamily,
} from '#web/both/appointments/booked-family.ts'
import { Notice } from '#web/both/times/notice.tsx'
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
