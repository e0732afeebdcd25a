import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { isReoffered, statusOf } from '#contract/booking/appointment-status.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import type { SharedAppointment } from '#contract/guardians/guardians.ts'
import { formatPrice } from '#contract/money.ts'
import { isUpcoming } from '#web/both/appointments/appointment-order.ts'
import { momentOf } from '#web/both/appointments/moment.ts'
import { describePlace } from '#web/both/appointments/place-in-series.ts'
import { canOpen } from '#web/both/appointments/shared-appointments.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { DividedList } from '#web/components/lists/divided-list.tsx'
import { Face } from '#web/components/people/face.tsx'
import { ReofferMark, StatusChip } from '#web/components/status-chip.tsx'
import { Table, useWideScreen } from '#web/components/table.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/visits/appointments.ts'
import * as sentences from '#words/en/visits/appointments-sentences.tsx'
import * as dashboard from '#words/en/visits/dashboard.ts'
import { TransactionTip } from './transaction-tooltip.tsx'

const COLUMNS = [words.treatment, words.date, words.slot, words.price, words.payment] as const

/** Appointments of a patient that are shown at once. */
const SHOWN = 5

/** The user's own booking, or another guardian's for one of the user's children. */
export type Listed = Appointment | SharedAppointment

function isShared(appointment: Listed): appointment is SharedAppointment {
  return 'mayCancel' in appointment
}

interface AppointmentListsProps {
  /** In display order. */
  appointments: readonly Listed[]
  /** The clinic's today. */
  today: IsoDate
}

/** Appointments by patient, whose first one comes next: a table, or lists on small screens. */
export function AppointmentLists({ appointments, today }: AppointmentListsProps) {
  const isWide = useWideScreen('xl')
  const groups = groupByPatient(appointments)
  // Users without children know who they are.
  const isNamed = appointments.some((each) => each.child || isShared(each))
  const parts = groups.map((group) => (
    <GroupPart key={group.key} group={group} isNamed={isNamed} today={today} />
  ))
  if (!isWide) return <div className="grid gap-5">{parts}</div>
  return (
    <Table caption={dashboard.myAppointments} columns={COLUMNS} isGrouped>
      {parts}
    </Table>
  )
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
  const adultOf = (each: Listed) => (isShared(each) ? words.anotherGuardian : each.patientName)
  const groups = Map.groupBy(appointments, (each) => each.child?._id ?? adultOf(each))
  return [...groups].map(([key, own]) => {
    const child = own[0]?.child
    return { key, name: child?.name ?? key, hasFace: child !== undefined, appointments: own }
  })
}

interface GroupPartProps {
  group: Group
  /** Its patient stands above it. */
  isNamed: boolean
  /** The clinic's today. */
  today: IsoDate
}

/** The appointments of one patient: rows of the table, or a list on small screens. */
function GroupPart({ group, isNamed, today }: GroupPartProps) {
  const titleId = useId()
  const isWide = useWideScreen('xl')
  const [showsAll, setShowsAll] = useState(false)
  const { key, name, hasFace, appointments } = group
  const shown = showsAll ? appointments : appointments.slice(0, SHOWN)
  const title = (
    <span className="flex items-center gap-2 text-base font-extrabold">
      {hasFace && <Face id={key} name={name} />}
      <bdi id={titleId} className="min-w-0 wrap-anywhere">
        {name}
      </bdi>
    </span>
  )
  const more = shown.length < appointments.length && (
    <Button look="quiet" className="min-h-11 px-4" onClick={() => setShowsAll(true)}>
      <span>{sentences.showAllOf(appointments.length, <bdi>{name}</bdi>)}</span>
    </Button>
  )
  const naming = isNamed
    ? { 'aria-labelledby': titleId }
    : { 'aria-label': dashboard.myAppointments }
  if (!isWide) {
    const list = (
      <>
        <DividedList {...naming}>
          {shown.map((appointment) => (
            <ListRow key={appointment._id} appointment={appointment} today={today} />
          ))}
        </DividedList>
        {more}
      </>
    )
    if (!isNamed) return <div>{list}</div>
    return (
      <section aria-labelledby={titleId}>
        <h3>{title}</h3>
        {list}
      </section>
    )
  }
  return (
    <tbody {...(isNamed && naming)}>
      {isNamed && (
        <tr className="border-t border-base-300">
          <th colSpan={COLUMNS.length} scope="rowgroup" className="px-3 pt-4 pb-1">
            {title}
          </th>
        </tr>
      )}
      {shown.map((appointment) => (
        <TableRow key={appointment._id} appointment={appointment} today={today} />
      ))}
      {more && (
        <tr>
          <td colSpan={COLUMNS.length}>{more}</td>
        </tr>
      )}
    </tbody>
  )
}

interface RowProps {
  appointment: Listed
  /** The clinic's today. */
  today: IsoDate
}

/** Past and canceled appointments are muted. */
const toneOf = ({ appointment, today }: RowProps) =>
  isUpcoming(appointment, today) ? '' : 'text-muted'

function TableRow({ appointment, today }: RowProps) {
  const { date, slot, doctor, price } = appointment
  return (
    <tr className={`border-t border-base-300 ${toneOf({ appointment, today })}`}>
      <th scope="row" className="px-3 py-2 font-extrabold">
        <Title appointment={appointment} />
        <Notes appointment={appointment} />
      </th>
      <td className="px-3 py-2 whitespace-nowrap">{formats.compactFullDay(date)}</td>
      <td className="px-3 py-2 whitespace-nowrap">
        {formats.slot(slot)}
        {doctor && <span className="block text-sm text-muted wrap-anywhere">{doctor}</span>}
      </td>
      <td className="px-3 py-2 whitespace-nowrap tabular-nums">
        {price !== undefined && formatPrice(price)}
      </td>
      <td className="px-3 py-2">
        <State appointment={appointment} payLook="link" />
      </td>
    </tr>
  )
}

function ListRow({ appointment, today }: RowProps) {
  const { doctor, price } = appointment
  return (
    <li
      className={`relative flex min-h-18 flex-wrap items-center justify-between gap-x-3 py-2 ${toneOf({ appointment, today })}`}
    >
      {/* What there is to do moves below a text that is enlarged. */}
      <div className="min-w-0 flex-1 basis-[min(100%,10rem)] leading-snug">
        <p className="font-extrabold wrap-break-word">
          <Title appointment={appointment} isRow />
        </p>
        <p className="text-sm text-muted">
          {/* Breaks only in very large text. */}
          <span className="inline-block">{momentOf(appointment)}</span>
          {price !== undefined && ` · ${formatPrice(price)}`}
          {doctor && <span className="max-md:hidden"> · {doctor}</span>}
        </p>
        <Notes appointment={appointment} />
      </div>
      {/* Above the link that covers the row. */}
      <div className="relative shrink-0">
        <State appointment={appointment} />
      </div>
    </li>
  )
}

/** The treatment, a link for users who may do something with it; it covers a list's row. */
function Title({ appointment, isRow = false }: { appointment: Listed; isRow?: boolean }) {
  const name = <OwnText as={BreakAfterSlash}>{appointment.treatment}</OwnText>
  if (!canOpen(appointment)) return name
  return (
    <Link
      to={`/dashboard/appointment/${appointment._id}`}
      className={`max-w-full underline decoration-1 underline-offset-4 ${
        isRow ? 'after:absolute after:inset-0' : 'inline-block py-2'
      }`}
    >
      {name}
    </Link>
  )
}

/** Which one of its series it is, who booked it, and whether its time is closed. */
function Notes({ appointment }: { appointment: Listed }) {
  const note = isShared(appointment) ? words.bookedByAnother : describePlace(appointment)
  return (
    <>
      {note && <span className="block text-sm font-bold text-muted">{note}</span>}
      <ReofferMark appointment={appointment} />
    </>
  )
}

interface StateProps<One> {
  appointment: One
  payLook?: PayLook
}

function State({ appointment, payLook }: StateProps<Listed>) {
  return isShared(appointment) ? (
    <SharedState appointment={appointment} payLook={payLook} />
  ) : (
    <AppointmentState appointment={appointment} payLook={payLook} />
  )
}

/** `link`: in the table, which repeats the appointment of a button above it. */
type PayLook = 'primary' | 'secondary' | 'link'

interface PayLinkProps {
  appointment: Pick<Listed, '_id' | 'treatment' | 'child' | 'date'>
  /** What is paid, if the button names it. */
  amount?: string
  look?: PayLook
  children: ReactNode
}

/** Leads to the payment of an appointment. */
export function PayLink({ appointment, amount, look = 'secondary', children }: PayLinkProps) {
  const { _id, treatment, child, date } = appointment
  const name = useOwnText()(treatment)
  const what = child ? words.treatmentFor(name, child.name) : name
  const day = formats.day(date)
  const link = {
    to: `/dashboard/appointment/${_id}`,
    'aria-label':
      amount === undefined ? words.payFor(what, day) : words.payAmountFor(amount, what, day),
    children: <span className="whitespace-nowrap">{children}</span>,
  }
  return look === 'link' ? <TextLink {...link} /> : <ButtonLink {...link} look={look} />
}

/** Canceled, Paid, or a link to the payment page. */
export function AppointmentState({ appointment, payLook }: StateProps<Appointment>) {
  const { status, paid, transactionId } = appointment
  if (status === 'cancelled') return <StatusChip status={statusOf(appointment)} />
  // It is paid for at the time that the family chooses.
  if (!paid && isReoffered(appointment)) return <StatusChip status="Not paid" />
  if (!paid) {
    return (
      <PayLink appointment={appointment} look={payLook}>
        {words.pay}
      </PayLink>
    )
  }
  if (!transactionId) return <StatusChip status="Paid" />
  return <TransactionTip transactionId={transactionId} />
}

/** Canceled, Paid, Not paid, or a link to the payment for users who may pay. */
function SharedState({ appointment, payLook }: StateProps<SharedAppointment>) {
  const { status, paid, price } = appointment
  if (status === 'cancelled' || paid || price === undefined || isReoffered(appointment)) {
    const mayPay = price !== undefined && !isReoffered(appointment)
    return <StatusChip status={statusOf({ status, paid, mayPay })} />
  }
  const amount = formatPrice(price)
  return (
    <PayLink appointment={appointment} amount={amount} look={payLook}>
      {words.payAmount(amount)}
    </PayLink>
  )
}
