import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isReoffered, statusOf } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import { addWeekday, type IsoDate } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import { isUpcoming, type Placed } from '#web/both/appointments/appointment-order.ts'
import { describePlace } from '#web/both/appointments/place-in-series.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Deadlines } from '#web/components/deadlines.tsx'
import { Face } from '#web/components/people/face.tsx'
import { ReofferMark, StatusChip } from '#web/components/status-chip.tsx'
import { Table, useWideScreen } from '#web/components/table.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { TransactionTip } from './transaction-tooltip.tsx'

export const COLUMNS = ['Treatment', 'Date', 'Slot', 'Price', 'Payment'] as const

/** A list of cards, on tablets in two columns. */
export const CARDS = 'grid gap-4 md:grid-cols-2'

/** Past and canceled appointments are muted. */
function tone(appointment: Placed, today: IsoDate): string {
  return isUpcoming(appointment, today) ? '' : 'text-muted'
}

interface OwnAppointmentsProps {
  /** In display order. */
  appointments: readonly Appointment[]
  /** The clinic's today. */
  today: IsoDate
}

/** The appointments that the user has booked: a table, or a list on small screens. */
export function OwnAppointments({ appointments, today }: OwnAppointmentsProps) {
  if (useWideScreen('xl')) {
    return (
      <Table caption="My Appointments" columns={COLUMNS}>
        {appointments.map((appointment) => (
          <TimeRow key={appointment._id} {...lineOf({ appointment, today })} />
        ))}
      </Table>
    )
  }
  return (
    <ul aria-label="My Appointments" className={CARDS}>
      {appointments.map((appointment) => (
        <TimeCard key={appointment._id} heading="h3" {...lineOf({ appointment, today })} />
      ))}
    </ul>
  )
}

interface AppointmentProps {
  appointment: Appointment
  /** The clinic's today. */
  today: IsoDate
  /** The group it stands in says who it is for. */
  isGrouped?: boolean
}

/** The content of a row and a card for an appointment that the user has booked. */
export function lineOf({ appointment, today, isGrouped = false }: AppointmentProps): TimeLine {
  return {
    appointment,
    today,
    title: (
      <>
        <TreatmentLink appointment={appointment} />
        {!isGrouped && <ForChild appointment={appointment} />}
        <PlaceInSeries appointment={appointment} />
        <ReofferMark appointment={appointment} />
      </>
    ),
    price: appointment.price,
    state: <AppointmentState appointment={appointment} />,
    terms:
      appointment.terms &&
      isUpcoming(appointment, today) &&
      appointment.mayChange !== false &&
      !isReoffered(appointment) ? (
        <Deadlines
          appointments={[appointment]}
          className="text-sm text-muted xl:flex xl:flex-wrap xl:gap-x-4"
        />
      ) : undefined,
  }
}

/** The content of a row and a card of the list. */
export interface TimeLine {
  appointment: Placed & { doctor?: string | undefined }
  /** The clinic's today. */
  today: IsoDate
  title: ReactNode
  /** Dollars; undefined when the user may not see it. */
  price: number | undefined
  state: ReactNode
  /** Until when it can be canceled and moved; one line in the table. */
  terms?: ReactNode
}

export function TimeRow({ appointment, today, title, price, state, terms }: TimeLine) {
  return (
    <>
      <tr className={`border-t border-base-300 ${tone(appointment, today)}`}>
        <th scope="row" className="px-3 py-3 font-extrabold">
          {title}
        </th>
        <td className="px-3 py-3 whitespace-nowrap">{addWeekday(appointment.date)}</td>
        <td className="px-3 py-3 whitespace-nowrap">
          {appointment.slot}
          <DoctorLine appointment={appointment} />
        </td>
        <td className="px-3 py-3 whitespace-nowrap tabular-nums">
          {price !== undefined && formatPrice(price)}
        </td>
        <td className="px-3 py-3">{state}</td>
      </tr>
      {terms && (
        <tr>
          <td />
          <td colSpan={COLUMNS.length - 1} className="px-3 pb-3">
            {terms}
          </td>
        </tr>
      )}
    </>
  )
}

export function TimeCard(props: TimeLine & { heading: 'h3' | 'h4' }) {
  const { heading: Heading, appointment, today, title, price, state, terms } = props
  return (
    <li className={`leaf grid gap-3 bg-base-100 p-5 shadow-soft ${tone(appointment, today)}`}>
      <div className="flex items-start justify-between gap-4">
        <Heading className="min-w-0 text-xl font-extrabold wrap-break-word">{title}</Heading>
        {price !== undefined && (
          <p className="text-xl font-extrabold whitespace-nowrap tabular-nums">
            {formatPrice(price)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <p>
          <span className="block font-bold">{addWeekday(appointment.date)}</span>
          {appointment.slot}
          <DoctorLine appointment={appointment} />
        </p>
        {state}
      </div>
      {terms}
    </li>
  )
}

/** Leads to everything about the appointment. */
export function TreatmentLink({
  appointment: { _id, treatment },
}: {
  appointment: Pick<Appointment, '_id' | 'treatment'>
}) {
  return (
    <Link
      to={`/dashboard/appointment/${_id}`}
      className="inline-block max-w-full py-2 underline decoration-1 underline-offset-4"
    >
      <BreakAfterSlash text={treatment} />
    </Link>
  )
}

function DoctorLine({ appointment: { doctor } }: Pick<TimeLine, 'appointment'>) {
  return doctor && <span className="block text-sm text-muted wrap-anywhere">{doctor}</span>
}

/** The patient; nothing when it is the user. */
function ForChild({ appointment: { child } }: { appointment: Appointment }) {
  if (!child) return null
  return (
    <span className="flex items-center gap-1.5 text-sm font-bold text-muted">
      <Face id={child._id} name={child.name} />
      <span className="min-w-0 wrap-anywhere">
        for <bdi>{child.name}</bdi>
      </span>
    </span>
  )
}

/** Which one of its series it is; nothing when it was booked alone. */
function PlaceInSeries({ appointment }: { appointment: Appointment }) {
  const place = describePlace(appointment)
  return place && <span className="block text-sm font-bold text-muted">{place}</span>
}

interface AppointmentStateProps {
  appointment: Appointment
  /** Paying is the main action of the page. */
  isMain?: boolean
}

/** Canceled, Paid, or a link to the payment page. */
export function AppointmentState({ appointment, isMain = false }: AppointmentStateProps) {
  const { _id, status, paid, transactionId, treatment, child, date } = appointment
  if (status === 'cancelled') return <StatusChip status={statusOf(appointment)} />
  // It is paid for at the time that the family chooses.
  if (!paid && isReoffered(appointment)) return <StatusChip status="Not paid" />
  if (!paid) {
    return (
      <ButtonLink
        to={`/dashboard/appointment/${_id}`}
        look={isMain ? 'primary' : 'secondary'}
        aria-label={`Pay for ${treatment}${child ? ` for ${child.name}` : ''} on ${date}`}
      >
        Pay
      </ButtonLink>
    )
  }
  if (!transactionId) return <StatusChip status="Paid" />
  return <TransactionTip transactionId={transactionId} />
}
