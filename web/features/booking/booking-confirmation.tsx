import CalendarCheck from 'lucide-react/icons/calendar-check'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Appointment } from '../../../contract/appointments.ts'
import { formatPrice } from '../../../contract/money.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CallToChange } from '../../components/clinic-contact.tsx'
import { BreakAfterSlash } from '../../components/text.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { Booking } from './booking-provider.tsx'

/** What was booked, and what to do next. Takes the focus. */
export default function BookingConfirmation() {
  const booking = Booking.useSelector(({ context }) => context.booking)
  return booking && <Confirmation booking={booking} />
}

function Confirmation({ booking }: { booking: Appointment }) {
  const { send } = Booking.useActorRef()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.scrollIntoView({ block: 'center' })
    title.current?.focus({ preventScroll: true })
  }, [])

  const facts = [
    ['Treatment', booking.treatment],
    ['Date', booking.date],
    ['Time', booking.slot],
    ...(booking.doctor ? [['Doctor', booking.doctor] as const] : []),
    ['Price', formatPrice(booking.price)],
    ['Booked by', booking.patientName],
  ] as const
  return (
    <Card className="mx-auto grid max-w-2xl gap-6 *:min-w-0">
      <div className="grid justify-items-center gap-3 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-leaf text-success">
          <CalendarCheck aria-hidden="true" size={34} />
        </span>
        <h1 ref={title} tabIndex={-1} className="text-3xl">
          Your appointment is booked
        </h1>
        <p className="text-muted">Pay by card now, or later from your dashboard.</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={`/dashboard/appointment/${booking._id}`}>
          Pay {formatPrice(booking.price)}
        </ButtonLink>
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
      <div className="flex justify-center">
        <AddToCalendar appointmentId={booking._id} />
      </div>
      <CallToChange />
      <p className="text-center">
        <Link to="/dashboard" className="font-bold underline underline-offset-4">
          See my appointments
        </Link>
      </p>
    </Card>
  )
}
