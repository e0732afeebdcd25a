import { formats } from '#contract/formats/formats.ts'
import { formatAmount } from '#contract/money.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { momentOf } from '#web/both/appointments/moment.ts'
import { NextSteps } from '#web/both/appointments/next-steps.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/confirmation.ts'
import { Booking } from '../flow/booking-provider.tsx'
import { ConfirmationFrame } from '../flow/confirmation-frame.tsx'

/** The booked appointment, and the next steps. Takes the focus. */
export default function BookingConfirmation() {
  const booking = Booking.useSelector(({ context }) => context.booking)
  const family = useBookedFamily()
  if (!booking) return null
  const facts = [
    [
      words.treatment,
      <OwnText key="treatment" as={BreakAfterSlash}>
        {booking.treatment}
      </OwnText>,
    ],
    [words.date, formats.compactFullDay(booking.date)],
    [words.time, formats.slot(booking.slot)],
    ...(booking.doctor ? [[words.doctor, booking.doctor] as const] : []),
    [words.price, formatAmount(booking.price)],
    ...(booking.child ? [[words.isFor, booking.child.name] as const] : []),
    [family ? 'Booked for' : words.bookedBy, booking.patientName],
  ] as const
  return (
    <ConfirmationFrame
      bookings={[booking]}
      moment={momentOf(booking)}
      notice={family?.afterBooking?.(booking)}
    >
      <dl className="grid gap-x-4 gap-y-1 min-[24rem]:grid-cols-[auto_minmax(0,1fr)] rounded-2xl bg-base-200 p-5">
        {facts.map(([term, fact]) => (
          <div key={term} className="min-[24rem]:contents">
            <dt className="text-muted">{term}</dt>
            <dd className="font-bold wrap-break-word tabular-nums">
              <bdi>{typeof fact === 'string' ? <BreakAfterSlash text={fact} /> : fact}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {family ? (
        <Deadlines appointments={[booking]} isForStaff className="text-center text-muted" />
      ) : (
        <NextSteps booking={booking} />
      )}
    </ConfirmationFrame>
  )
}
