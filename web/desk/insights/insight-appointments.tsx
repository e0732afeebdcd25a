import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { dateInAddress } from '#contract/dates.ts'
import type {
  InsightAppointments as Appointments,
  InsightRows,
} from '#contract/insights/insights.ts'
import { formatAmount } from '#contract/money.ts'
import { familyPage } from '#web/both/appointments/booked-family.ts'
import { PageTitle } from '#web/components/page-title.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { type Column, RowsOrCards } from '#web/components/table.tsx'
import { RowLink, TextLink } from '#web/components/text-link.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { insightAppointmentsOptions } from './insights-api.ts'

const TITLES = { unpaid: 'Not paid', missed: 'No-shows' } as const

const EMPTY = {
  unpaid: 'Every appointment of these days is paid',
  missed: 'No patient failed to come on these days',
} as const

/** The appointments behind a figure, for staff who act on them. */
export default function InsightAppointments({ of }: { of: InsightRows }) {
  const [parameters] = useSearchParams()
  const doctor = parameters.get('doctor')
  const treatment = parameters.get('treatment')
  const from = dateInAddress(parameters, 'from', '2000-01-01')
  const to = dateInAddress(parameters, 'to', '2099-12-31')
  const query = { of, from, to, ...(doctor && { doctor }), ...(treatment && { treatment }) }
  const list = useInfiniteQuery(insightAppointmentsOptions(query))
  const rows = list.data?.pages.flatMap(({ items }) => items)
  const total = list.data?.pages[0]?.total ?? 0
  return (
    <>
      <PageTitle>{TITLES[of]}</PageTitle>
      <p className="mt-2">
        <TextLink to="/dashboard/insights">Back to Insights</TextLink>
      </p>
      {list.isPending && <ListSkeleton label="Loading appointments" />}
      {!rows && list.isError && (
        <LoadError title="We couldn’t load the appointments" query={list} />
      )}
      {rows?.length === 0 && <EmptyState title={EMPTY[of]} />}
      {rows && rows.length > 0 && (
        <>
          <p className="mt-2 mb-4 text-muted">{count(total, 'appointment')}, the latest first</p>
          <RowsOrCards
            caption="Appointments"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ _id }) => _id}
            card={(row) => <RowCard row={row} />}
            dense
            rowClass={() => 'align-top'}
          />
          <LoadMore list={list}>Show more</LoadMore>
        </>
      )}
    </>
  )
}

type Row = Appointments[number]

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Appointment', cell: (row) => <AgendaLink row={row} /> },
  {
    title: 'Patient',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: (row) => <FamilyLink row={row} />,
  },
  { title: 'Phone', className: 'whitespace-nowrap', cell: (row) => <Phone row={row} /> },
  {
    title: 'Treatment',
    className: 'wrap-anywhere',
    cell: ({ treatment, doctor }) => (
      <>
        {treatment}
        {doctor && <span className="block text-sm text-muted">{doctor}</span>}
      </>
    ),
  },
  {
    title: 'Price',
    className: 'font-bold whitespace-nowrap',
    cell: ({ price }) => formatAmount(price),
  },
]

function RowCard({ row }: RowProps) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <FamilyLink row={row} />
        <span className="font-extrabold">{formatAmount(row.price)}</span>
      </p>
      <p>
        <AgendaLink row={row} />
      </p>
      <p className="text-sm text-muted">{[row.treatment, row.doctor].filter(Boolean).join(', ')}</p>
      <p>
        <Phone row={row} />
      </p>
    </>
  )
}

interface RowProps {
  row: Row
}

function AgendaLink({ row }: RowProps) {
  const formatDay = useDayFormat()
  return (
    <RowLink to={`/dashboard/agenda?${new URLSearchParams({ date: row.date })}`}>
      {formatDay(row.date)}, {formatMinute(row.startMinute)}
    </RowLink>
  )
}

/** Without a link after the account was removed. */
function FamilyLink({ row }: RowProps) {
  const name = <PatientName of={row} birthDate="always" />
  if (row.family === null) return name
  return <RowLink to={familyPage({ id: row.family })}>{name}</RowLink>
}

function Phone({ row }: RowProps) {
  if (!row.phone) return <span className="text-muted">no phone</span>
  return <PhoneLink of={row} className="inline-flex min-h-6 items-center font-bold" />
}
