import { Link } from 'react-router-dom'
import type { Appointment } from '#contract/booking/appointments.ts'
import { parseWireDate } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { EmailNote } from '#web/features/emails/email-note.tsx'
import { AddToCalendar } from '../appointment/add-to-calendar.tsx'
import { type BookedFamily, familyPage, useBookedFamily } from '../booked-family.ts'
import { Booking } from '../booking-provider.tsx'
import { ConfirmationTitle } from './confirmation-title.tsx'

/** What was booked, and what to do next. Takes the focus. */
export default function BookingConfirmation() {
  const booking = Booking.useSelector(({ context }) => context.booking)
  const family = useBookedFamily()
  if (!booking) return null
  return <Confirmation booking={booking} family={family} />
}

interface ConfirmationProps {
  booking: Appointment
  /** Whom staff have booked for. */
  family: BookedFamily | null
}

function Confirmation({ booking, family }: ConfirmationProps) {
  const { send } = Booking.useActorRef()

  const facts = [
    ['Treatment', booking.treatment],
    ['Date', booking.date],
    ['Time', booking.slot],
    ...(booking.doctor ? [['Doctor', booking.doctor] as const] : []),
    ['Price', formatPrice(booking.price)],
    ...(booking.child ? [['For', booking.child.name] as const] : []),
    [family ? 'Booked for' : 'Booked by', booking.patientName],
  ] as const
  return (
    <Card className="mx-auto grid max-w-2xl gap-6 *:min-w-0">
      <ConfirmationTitle
        title={family ? 'The appointment is booked' : 'Your appointment is booked'}
      >
        {!family
          ? 'Pay by card now, or later from your dashboard.'
          : booking.email
            ? `A confirmation is on its way to ${booking.email}.`
            : 'The family has given no email: say the day and the time once more.'}
      </ConfirmationTitle>
      <div className="flex flex-wrap justify-center gap-3">
        {family ? (
          <ButtonLink to={`/dashboard/agenda?date=${parseWireDate(booking.date)}`}>
            See the agenda
          </ButtonLink>
        ) : (
          <ButtonLink to={`/dashboard/appointment/${booking._id}`}>
            Pay {formatPrice(booking.price)}
          </ButtonLink>
        )}
        <Button look="secondary" onClick={() => send({ type: 'booking.another' })}>
          Book another appointment
        </Button>
      </div>
      <dl className="grid gap-x-4 gap-y-2 min-[24rem]:grid-cols-[auto_minmax(0,1fr)] rounded-2xl bg-base-200 p-5">
        {facts.map(([term, fact]) => (
          <div key={term} className="min-[24rem]:contents">
            <dt className="text-muted">{term}</dt>
            <dd className="font-bold wrap-break-word">
              <BreakAfterSlash text={fact} />
            </dd>
          </div>
        ))}
      </dl>
      {!family && (
        <div className="flex justify-center">
          <AddToCalendar appointmentId={booking._id} />
        </div>
      )}
      {!family && (
        <EmailNote email={booking.patient} returnTo={`/dashboard/appointment/${booking._id}`} />
      )}
      <Deadlines
        appointments={[booking]}
        isForStaff={family !== null}
        className="text-center text-muted"
      />
      <p className="text-center">
        <Link
          to={family ? familyPage(family) : '/dashboard'}
          className="font-bold underline underline-offset-4"
        >
          {family ? 'See the family' : 'See my appointments'}
        </Link>
      </p>
    </Card>
  )
}
