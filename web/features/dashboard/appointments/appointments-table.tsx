import { Link } from 'react-router-dom'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { Table } from '#web/components/table.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { isUpcoming } from './appointment-order.ts'
import { TransactionTip } from './transaction-tooltip.tsx'

interface AppointmentsProps {
  /** In display order. */
  appointments: readonly Appointment[]
  /** The clinic's today. */
  today: IsoDate
}

const COLUMNS = ['Treatment', 'Date', 'Slot', 'Price', 'Payment'] as const

/** Past and canceled appointments are muted. */
function tone(appointment: Appointment, today: IsoDate): string {
  return isUpcoming(appointment, today) ? '' : 'text-muted'
}

/** The appointments as a table, for wide screens. */
export function AppointmentsTable({ appointments, today }: AppointmentsProps) {
  return (
    <Table caption="My Appointments" columns={COLUMNS}>
      {appointments.map((appointment) => (
        <tr
          key={appointment._id}
          className={`border-t border-base-300 ${tone(appointment, today)}`}
        >
          <th scope="row" className="px-3 py-3 font-extrabold">
            <TreatmentLink appointment={appointment} />
            <ForChild appointment={appointment} />
          </th>
          <td className="px-3 py-3 whitespace-nowrap">{appointment.date}</td>
          <td className="px-3 py-3 whitespace-nowrap max-xl:whitespace-normal">
            {appointment.slot}
            <DoctorLine appointment={appointment} />
            <Terms appointment={appointment} today={today} />
          </td>
          <td className="px-3 py-3">{formatPrice(appointment.price)}</td>
          <td className="px-3 py-3">
            <AppointmentState appointment={appointment} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** The appointments as a list, for small screens. */
export function AppointmentsList({ appointments, today }: AppointmentsProps) {
  return (
    <ul aria-label="My Appointments" className="grid gap-4">
      {appointments.map((appointment) => (
        <li
          key={appointment._id}
          className={`leaf grid gap-3 bg-base-100 p-5 shadow-soft ${tone(appointment, today)}`}
        >
          <div className="flex items-start justify-between gap-4">
            <h3 className="min-w-0 text-xl wrap-break-word">
              <TreatmentLink appointment={appointment} />
              <ForChild appointment={appointment} />
            </h3>
            <p className="text-xl font-extrabold">{formatPrice(appointment.price)}</p>
          </div>
          <div className="flex flex-wrap items-end justify-between gap-3">
            <p>
              <span className="block font-bold">{appointment.date}</span>
              {appointment.slot}
              <DoctorLine appointment={appointment} />
            </p>
            <AppointmentState appointment={appointment} />
          </div>
          <Terms appointment={appointment} today={today} />
        </li>
      ))}
    </ul>
  )
}

/** Until when it can be canceled and moved, while the user can. */
function Terms({ appointment, today }: { appointment: Appointment; today: IsoDate }) {
  if (!isUpcoming(appointment, today) || appointment.mayChange === false) return null
  return <Deadlines appointments={[appointment]} className="text-sm text-muted" />
}

/** Leads to everything about the appointment. */
function TreatmentLink({ appointment: { _id, treatment } }: { appointment: Appointment }) {
  return (
    <Link
      to={`/dashboard/appointment/${_id}`}
      className="inline-block max-w-full py-2 underline decoration-1 underline-offset-4"
    >
      <BreakAfterSlash text={treatment} />
    </Link>
  )
}

function DoctorLine({ appointment: { doctor } }: { appointment: Appointment }) {
  return doctor && <span className="block text-sm text-muted wrap-anywhere">{doctor}</span>
}

/** Whom it is for; nothing when it is for the user. */
function ForChild({ appointment: { child } }: { appointment: Appointment }) {
  return child && <span className="block text-sm font-bold text-muted">for {child.name}</span>
}

/** Canceled, Paid, or a link to the payment page. */
export function AppointmentState({ appointment }: { appointment: Appointment }) {
  const { _id, status, paid, transactionId, treatment, child, date } = appointment
  if (status === 'cancelled') return <span className="font-bold text-muted">Canceled</span>
  if (!paid) {
    return (
      <ButtonLink
        to={`/dashboard/appointment/${_id}`}
        aria-label={`Pay for ${treatment}${child ? ` for ${child.name}` : ''} on ${date}`}
      >
        Pay
      </ButtonLink>
    )
  }
  if (!transactionId) return <span className="font-bold text-success">Paid</span>
  return <TransactionTip transactionId={transactionId} />
}
