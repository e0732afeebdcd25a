import { Link } from 'react-router-dom'
import type { Appointment } from '#contract/booking/appointments.ts'
import { formatPrice, sumOfPrices } from '#contract/money.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { EmailNote } from '#web/features/emails/email-note.tsx'
import { AddToCalendar } from '../appointment/add-to-calendar.tsx'
import { Booking } from '../booking-provider.tsx'
import { ConfirmationTitle } from '../dialog/confirmation-title.tsx'
import { BlockItem } from './block-item.tsx'

/** The appointments of siblings that were booked, and what to do next. Takes the focus. */
export default function SiblingsConfirmation() {
  const bookings = Booking.useSelector(({ context }) => context.bookings)
  const [first] = bookings ?? []
  if (!bookings || !first) return null
  return <Confirmation bookings={bookings} first={first} />
}

interface ConfirmationProps {
  bookings: readonly Appointment[]
  first: Appointment
}

function Confirmation({ bookings, first }: ConfirmationProps) {
  const { send } = Booking.useActorRef()
  const ids = bookings.map(({ _id }) => _id).join()
  return (
    <Card className="mx-auto grid max-w-2xl gap-6 *:min-w-0">
      <ConfirmationTitle title="Your appointments are booked">
        Pay by card now, or later from your dashboard.
      </ConfirmationTitle>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={`/dashboard/pay?appointments=${ids}`}>
          Pay {formatPrice(sumOfPrices(bookings))} for all
        </ButtonLink>
        <Button look="secondary" onClick={() => send({ type: 'booking.another' })}>
          Book another appointment
        </Button>
      </div>
      <section aria-label={first.date} className="grid gap-4 rounded-2xl bg-base-200 p-5">
        <h2 className="text-xl">{first.date}</h2>
        <ul className="grid gap-4">
          {bookings.map((booking) => (
            <li
              key={booking._id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
            >
              <div className="min-w-0 flex-1 basis-56">
                <BlockItem {...booking} />
              </div>
              <AddToCalendar
                appointmentId={booking._id}
                label={`Add to calendar: ${booking.child?.name}`}
              />
            </li>
          ))}
        </ul>
        <p className="text-muted">Booked by {first.patientName}</p>
      </section>
      <EmailNote email={first.patient} returnTo="/dashboard" />
      <Deadlines
        appointments={bookings.map((booking) => ({ ...booking, label: booking.child?.name ?? '' }))}
        className="text-center text-muted"
      />
      <p className="text-center">
        <Link to="/dashboard" className="font-bold underline underline-offset-4">
          See my appointments
        </Link>
      </p>
    </Card>
  )
}
