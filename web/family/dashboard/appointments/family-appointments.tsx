import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isReoffered, statusOf } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { SharedAppointment } from '#contract/guardians/guardians.ts'
import { formatPrice } from '#contract/money.ts'
import { inOrder } from '#web/both/appointments/appointment-order.ts'
import { canOpen, sharedAppointmentsOptions } from '#web/both/appointments/shared-appointments.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Face } from '#web/components/people/face.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { ReofferMark, StatusChip } from '#web/components/status-chip.tsx'
import { Table, useWideScreen } from '#web/components/table.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import {
  CARDS,
  COLUMNS,
  lineOf,
  OwnAppointments,
  TimeCard,
  type TimeLine,
  TimeRow,
  TreatmentLink,
} from './appointments-table.tsx'

/** Appointments of a child that are shown at once. */
const SHOWN = 5

type Listed = Appointment | SharedAppointment

interface FamilyAppointmentsProps {
  /** The user's. */
  email: string
  /** The user's bookings, in display order. */
  own: readonly Appointment[]
  /** The clinic's today. */
  today: IsoDate
}

/** The bookings of all guardians, by child: docs/requirements.md#my-appointments. */
export default function FamilyAppointments({ email, own, today }: FamilyAppointmentsProps) {
  const query = useQuery(sharedAppointmentsOptions(email))
  if (query.isPending) return <ListSkeleton label="Loading appointments that others have booked" />
  if (query.isError) {
    return (
      <div className="grid gap-6">
        {own.length > 0 && <OwnAppointments appointments={own} today={today} />}
        <LoadError title="We couldn’t load what other guardians have booked" query={query} />
      </div>
    )
  }
  const groups = groupByPatient(inOrder<Listed>([...own, ...query.data], today))
  return <Groups groups={groups} today={today} />
}

interface Group {
  /** A child’s, or the user. */
  key: string
  name: string
  hasFace: boolean
  appointments: Listed[]
}

/** In the order of the first appointment of each. */
function groupByPatient(appointments: readonly Listed[]): Group[] {
  const adultOf = (each: Listed) => (isShared(each) ? 'Another guardian' : each.patientName)
  const groups = Map.groupBy(appointments, (each) => each.child?._id ?? adultOf(each))
  return [...groups].map(([key, own]) => {
    const child = own[0]?.child
    return { key, name: child?.name ?? key, hasFace: child !== undefined, appointments: own }
  })
}

function isShared(appointment: Listed): appointment is SharedAppointment {
  return 'mayCancel' in appointment
}

function Groups({ groups, today }: { groups: readonly Group[]; today: IsoDate }) {
  const isWide = useWideScreen('xl')
  const parts = groups.map((group) => <GroupPart key={group.key} group={group} today={today} />)
  if (!isWide) return <div className="grid gap-8">{parts}</div>
  return (
    <Table caption="My Appointments" columns={COLUMNS} isGrouped>
      {parts}
    </Table>
  )
}

/** The appointments of one patient: rows of the table, or cards on small screens. */
function GroupPart({ group, today }: { group: Group; today: IsoDate }) {
  const titleId = useId()
  const isWide = useWideScreen('xl')
  const [showsAll, setShowsAll] = useState(false)
  const { key, name, hasFace, appointments } = group
  const shown = showsAll ? appointments : appointments.slice(0, SHOWN)
  const lines = shown.map((appointment) => ({
    _id: appointment._id,
    ...(isShared(appointment)
      ? sharedLine(appointment, today)
      : lineOf({ appointment, today, isGrouped: true })),
  }))
  const title = (
    <span className="flex items-center gap-3 text-xl font-extrabold">
      {hasFace && <Face id={key} name={name} />}
      <bdi id={titleId} className="min-w-0 wrap-anywhere">
        {name}
      </bdi>
    </span>
  )
  const more = shown.length < appointments.length && (
    <Button look="quiet" className="min-h-11 px-4" onClick={() => setShowsAll(true)}>
      <span>
        Show all {appointments.length} of <bdi>{name}</bdi>
      </span>
    </Button>
  )
  if (!isWide) {
    return (
      <section aria-labelledby={titleId}>
        <h3>{title}</h3>
        <ul aria-labelledby={titleId} className={`mt-3 ${CARDS}`}>
          {lines.map((line) => (
            <TimeCard key={line._id} heading="h4" {...line} />
          ))}
        </ul>
        {more}
      </section>
    )
  }
  return (
    <tbody aria-labelledby={titleId}>
      <tr className="border-t border-base-300">
        <th colSpan={COLUMNS.length} scope="rowgroup" className="px-3 pt-5 pb-2">
          {title}
        </th>
      </tr>
      {lines.map((line) => (
        <TimeRow key={line._id} {...line} />
      ))}
      {more && (
        <tr>
          <td colSpan={COLUMNS.length}>{more}</td>
        </tr>
      )}
    </tbody>
  )
}

function sharedLine(appointment: SharedAppointment, today: IsoDate): TimeLine {
  return {
    appointment,
    today,
    title: <SharedTitle appointment={appointment} />,
    price: appointment.price,
    state: <SharedState appointment={appointment} />,
  }
}

/** The treatment, a link for users who may do something with it, and that another guardian booked it. */
function SharedTitle({ appointment }: { appointment: SharedAppointment }) {
  return (
    <>
      {canOpen(appointment) ? (
        <TreatmentLink appointment={appointment} />
      ) : (
        <BreakAfterSlash text={appointment.treatment} />
      )}
      <span className="block text-sm font-bold text-muted">Booked by another guardian</span>
      <ReofferMark appointment={appointment} />
    </>
  )
}

/** Canceled, Paid, Not paid, or a link to the payment for users who may pay. */
function SharedState({ appointment }: { appointment: SharedAppointment }) {
  const { _id, status, paid, price, treatment, child, date } = appointment
  if (status === 'cancelled' || paid || price === undefined || isReoffered(appointment)) {
    const mayPay = price !== undefined && !isReoffered(appointment)
    return <StatusChip status={statusOf({ status, paid, mayPay })} />
  }
  return (
    <ButtonLink
      look="secondary"
      to={`/dashboard/appointment/${_id}`}
      aria-label={`Pay ${formatPrice(price)} for ${treatment}${child ? ` for ${child.name}` : ''} on ${date}`}
    >
      <span className="whitespace-nowrap">Pay {formatPrice(price)}</span>
    </ButtonLink>
  )
}
