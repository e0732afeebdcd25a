import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { type ReactNode, useId } from 'react'
import type { Appointment } from '#contract/booking/appointments.ts'
import { fromIsoDate, type IsoDate } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import { addressLine, thingsToBring } from '#contract/schedule/clinic-details.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { AddToCalendar } from '#web/features/booking/appointment/add-to-calendar.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { dayOf } from './appointment-order.ts'
import { AppointmentState } from './appointments-table.tsx'

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' })
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

interface NextAppointmentProps {
  appointment: Appointment
  /** The clinic's today. */
  today: IsoDate
}

/** The next appointment: what, when, where, what to bring, and whether it is paid. */
export function NextAppointment({ appointment, today }: NextAppointmentProps) {
  const clinic = useClinic()
  const titleId = useId()
  const bringId = useId()
  const day = fromIsoDate(dayOf(appointment))
  const things = thingsToBring(clinic)
  const days = differenceInCalendarDays(day, fromIsoDate(today))

  return (
    <section aria-labelledby={titleId}>
      <Card className="grid gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 content-start gap-5">
          <div>
            <h2 id={titleId} className="font-bold text-primary">
              Next appointment, {relative.format(days, 'day')}
            </h2>
            <p className="mt-1 text-2xl leading-tight font-extrabold wrap-break-word">
              <BreakAfterSlash text={appointment.treatment} />
            </p>
          </div>
          <dl className="grid gap-4 sm:grid-cols-2">
            <Fact term="When">
              {weekday.format(day)}, {appointment.date}
              <br />
              {appointment.slot}
            </Fact>
            {appointment.child && <Fact term="For">{appointment.child.name}</Fact>}
            {appointment.doctor && <Fact term="Doctor">{appointment.doctor}</Fact>}
            <Fact term="Where">{addressLine(clinic)}</Fact>
          </dl>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="text-2xl font-extrabold">{formatPrice(appointment.price)}</p>
            <AppointmentState appointment={appointment} />
          </div>
          {appointment.mayChange !== false && <Deadlines appointments={[appointment]} />}
          <div className="flex flex-wrap items-center gap-y-2">
            <div className="-ml-6">
              <AddToCalendar appointmentId={appointment._id} />
            </div>
            <ButtonLink
              look="secondary"
              to={`/dashboard/appointment/${appointment._id}`}
              aria-label={`Move or cancel ${appointment.treatment} on ${appointment.date}`}
            >
              Move or cancel
            </ButtonLink>
          </div>
        </div>
        {things.length > 0 && (
          <div className="min-w-0 self-start rounded-3xl bg-base-200 p-5">
            <h3 id={bringId}>What to bring</h3>
            <ul aria-labelledby={bringId} className="mt-2 grid list-disc gap-1 pl-5">
              {things.map((thing) => (
                <li key={thing}>{thing}</li>
              ))}
            </ul>
          </div>
        )}
      </Card>
    </section>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-bold">{children}</dd>
    </div>
  )
}
