import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { formatSlot } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { formatWireDate, parseWireDate } from '#contract/dates.ts'
import type {
  InsightAppointments as Appointments,
  InsightRows,
} from '#contract/insights/insights.ts'
import { formatAmount } from '#contract/money.ts'
import { PageTitle } from '#web/components/page-title.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { Table, useWideScreen } from '#web/components/table.tsx'
import { insightAppointmentsOptions } from './insights-api.ts'

const TITLES = { unpaid: 'Not paid', missed: 'Missed appointments' } as const

const EMPTY = {
  unpaid: 'Every appointment of these days is paid',
  missed: 'No appointment of these days was missed',
} as const

/** The appointments behind a figure, for staff who act on them. */
export default function InsightAppointments({ of }: { of: InsightRows }) {
  const [parameters] = useSearchParams()
  const dateOf = (name: string) => parseWireDate(parameters.get(name) ?? '')
  const doctor = parameters.get('doctor')
  const treatment = parameters.get('treatment')
  const from = dateOf('from') ?? '2000-01-01'
  const to = dateOf('to') ?? '2099-12-31'
  const query = { of, from, to, ...(doctor && { doctor }), ...(treatment && { treatment }) }
  const list = useInfiniteQuery(insightAppointmentsOptions(query))
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const total = list.data?.pages[0]?.total ?? 0
  const wide = useWideScreen()
  return (
    <>
      <PageTitle>{TITLES[of]}</PageTitle>
      <p className="mt-2">
        <Link
          to="/dashboard/insights"
          className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
        >
          Back to Insights
        </Link>
      </p>
      {list.isPending && <ListSkeleton label="Loading appointments" />}
      {!rows && list.isError && (
        <LoadError title="We couldn’t load the appointments" query={list} />
      )}
      {rows?.length === 0 && <EmptyState title={EMPTY[of]} />}
      {rows && rows.length > 0 && (
        <>
          <p className="mt-2 mb-4 text-muted">{count(total, 'appointment')}, the latest first</p>
          {wide ? <RowsTable rows={rows} /> : <RowsList rows={rows} />}
          <LoadMore list={list}>Show more</LoadMore>
        </>
      )}
    </>
  )
}

interface RowsProps {
  rows: Appointments
}

const COLUMNS = ['Appointment', 'Patient', 'Phone', 'Treatment', 'Price'] as const

function RowsTable({ rows }: RowsProps) {
  return (
    <Table caption="Appointments" columns={COLUMNS} dense>
      {rows.map((row) => (
        <tr key={row._id} className="border-t border-base-300 align-top">
          <td className="px-3 py-2">
            <AgendaLink row={row} />
          </td>
          <th scope="row" className="px-3 py-2 [overflow-wrap:anywhere]">
            <FamilyLink row={row} />
          </th>
          <td className="px-3 py-2 whitespace-nowrap">
            <Phone row={row} />
          </td>
          <td className="px-3 py-2 [overflow-wrap:anywhere]">
            {row.treatment}
            {row.doctor && <span className="block text-sm text-muted">{row.doctor}</span>}
          </td>
          <td className="px-3 py-2 font-bold whitespace-nowrap">{formatAmount(row.price)}</td>
        </tr>
      ))}
    </Table>
  )
}

function RowsList({ rows }: RowsProps) {
  return (
    <ul aria-label="Appointments" className="grid gap-3">
      {rows.map((row) => (
        <li key={row._id} className="leaf grid gap-1 bg-base-100 p-4 shadow-soft wrap-anywhere">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <FamilyLink row={row} />
            <span className="font-extrabold">{formatAmount(row.price)}</span>
          </p>
          <p>
            <AgendaLink row={row} />
          </p>
          <p className="text-sm text-muted">
            {[row.treatment, row.doctor].filter(Boolean).join(', ')}
          </p>
          <p>
            <Phone row={row} />
          </p>
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  row: Appointments[number]
}

const LINK = 'inline-flex min-h-6 items-center font-bold underline underline-offset-4'

function AgendaLink({ row }: RowProps) {
  return (
    <Link to={`/dashboard/agenda?${new URLSearchParams({ date: row.date })}`} className={LINK}>
      {formatWireDate(row.date)}, {formatSlot(row)}
    </Link>
  )
}

/** Without one after the account was removed. */
function FamilyLink({ row: { family, patientName } }: RowProps) {
  if (family === null) return patientName
  return (
    <Link to={`/dashboard/families/${encodeURIComponent(family)}`} className={LINK}>
      {patientName}
    </Link>
  )
}

function Phone({ row: { phone } }: RowProps) {
  if (!phone) return <span className="text-muted">no phone</span>
  return <PhoneLink phone={phone} className="inline-flex min-h-6 items-center font-bold" />
}
