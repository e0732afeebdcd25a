import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'
import { count } from '#contract/count.ts'
import {
  dayAfter,
  formatLongDay,
  fromIsoDate,
  type IsoDate,
  parseWireDate,
} from '#contract/dates.ts'
import type { Closing } from '#contract/front-desk/cash-payments.ts'
import { getClosing } from '#contract/front-desk/cash-payments-calls.ts'
import { formatAmount } from '#contract/money.ts'
import { METHOD_NAMES, RECEIPT_TITLES } from '#contract/payments/receipts.ts'
import { saveMonth } from '#web/both/receipts/receipts-api.ts'
import { useRole } from '#web/both/session/auth-context.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { type Column, RowsOrCards } from '#web/components/table.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { RowLink } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { DayField } from '#web/desk/appointments/day-field.tsx'
import { DaySteps } from '#web/desk/appointments/day-steps.tsx'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { send } from '#web/lib/api/send.ts'
import { Tills } from './tills.tsx'

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })

/** A day's money at the clinic, for staff: docs/requirements.md#closing-sheet. */
export default function ClosingPage() {
  const { date = '' } = useParams()
  const asked = parseWireDate(date)
  const config = useQuery(configOptions())
  return (
    <>
      <PageTitle className="print:text-2xl">Closing sheet</PageTitle>
      {asked ? (
        <Day date={asked} />
      ) : (
        <Loaded query={config} what="the closing sheet">
          {({ clinic }) => <Day date={clinic.today} />}
        </Loaded>
      )}
    </>
  )
}

function Day({ date }: { date: IsoDate }) {
  const query = useQuery({
    queryKey: ['closing', date],
    queryFn: ({ signal }) => send(getClosing, { params: { date }, signal }),
    staleTime: 0,
  })
  return (
    <>
      <p className="mt-2 text-lg text-muted">{formatLongDay(date)}</p>
      <Controls date={date} />
      <Loaded query={query} what="the closing sheet">
        {(closing) => <Sheet closing={closing} />}
      </Loaded>
    </>
  )
}

const pathOf = (date: IsoDate) => `/dashboard/closing/${date}`

function Controls({ date }: { date: IsoDate }) {
  const navigate = useNavigate()
  const today = useQuery(configOptions()).data?.clinic.today
  const isAdmin = useRole() === 'admin'
  const month = date.slice(0, 7)
  const save = useMutation({
    mutationFn: () => saveMonth(month),
    onError: (error) => toast.error(error.message),
  })
  return (
    <div className="mt-4 mb-6 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
      <DaySteps
        isToday={date === today}
        onStep={(by) => void navigate(by === 0 ? '/dashboard/closing' : pathOf(dayAfter(date, by)))}
      />
      <DayField date={date} onChoose={(chosen) => void navigate(pathOf(chosen))} />
      <Button look="secondary" onClick={() => window.print()} className="px-5">
        Print
      </Button>
      {isAdmin && (
        <Button look="secondary" busy={save.isPending} onClick={() => save.mutate()}>
          Download {monthName.format(fromIsoDate(date))} (CSV)
        </Button>
      )}
    </div>
  )
}

const TOTAL = 'Total'

function Sheet({ closing }: { closing: Closing }) {
  const { methods, total, entries } = closing
  const counted = closing.date <= closing.today && (
    <Tills tills={closing.tills} date={closing.date} today={closing.today} />
  )
  if (entries.length === 0) {
    return (
      <div className="grid gap-8">
        <EmptyState title="No money was taken this day">
          Payments and refunds show up here as soon as they are recorded.
        </EmptyState>
        {counted}
      </div>
    )
  }
  const sums: Sum[] = [
    ...methods.map(({ method, ...amounts }) => ({ name: METHOD_NAMES[method], ...amounts })),
    { name: TOTAL, ...total },
  ]
  return (
    <div className="grid gap-8">
      <RowsOrCards
        caption="Money by payment method"
        columns={SUM_COLUMNS}
        rows={sums}
        keyOf={({ name }) => name}
        card={(sum) => <SumCard sum={sum} />}
        rowClass={({ name }) => (name === TOTAL ? 'font-extrabold' : '')}
        listClass="leaf divide-y divide-base-300 bg-base-100 px-4 py-2 shadow-soft"
        cardClass="py-2 wrap-anywhere"
      />
      {counted}
      <section aria-labelledby="receipts">
        <h2 id="receipts" className="mb-3 text-2xl">
          {count(entries.length, 'receipt')}
        </h2>
        <RowsOrCards
          caption="Receipts"
          columns={ENTRY_COLUMNS}
          rows={entries}
          keyOf={({ number }) => number}
          card={(entry) => <EntryCard entry={entry} />}
          from="xl"
          rowClass={() => 'align-top'}
        />
      </section>
    </div>
  )
}

interface Sum extends Amounts {
  name: string
}

type Amounts = Closing['total']

const sumOf = (title: string, of: keyof Amounts): Column<Sum> => ({
  title,
  isAmount: true,
  cell: (sum) => formatAmount(sum[of]),
})

const SUM_COLUMNS: readonly Column<Sum>[] = [
  { title: 'Method', isRowHeader: true, cell: ({ name }) => name },
  sumOf('Taken', 'taken'),
  sumOf('Refunded', 'refunded'),
  sumOf('Net', 'net'),
]

function SumCard({ sum: { name, taken, refunded, net } }: { sum: Sum }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-extrabold">
        <span>{name}</span> <span>{formatAmount(net)}</span>
      </p>
      <p className="text-sm text-muted">
        {formatAmount(taken)} taken, {formatAmount(refunded)} refunded
      </p>
    </>
  )
}

type Entry = Closing['entries'][number]

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  {
    title: 'Time',
    className: 'whitespace-nowrap',
    cell: ({ at }) => <Instant at={at} as="time" />,
  },
  { title: 'Receipt', cell: (entry) => <ReceiptLink entry={entry} /> },
  {
    title: 'Patient',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: (entry) => <Patients entry={entry} />,
  },
  { title: 'Treatment', cell: ({ treatment }) => <BreakAfterSlash text={treatment} /> },
  {
    title: 'Method',
    cell: ({ method, by }) => (
      <>
        {METHOD_NAMES[method]}
        {by && <span className="block text-sm text-muted">{by}</span>}
      </>
    ),
  },
  {
    title: 'Amount',
    isAmount: true,
    className: 'font-bold',
    cell: ({ amount }) => formatAmount(amount),
  },
]

function Patients({ entry: { patients } }: { entry: Entry }) {
  return patients.map((patient) => (
    <span key={patient.child?._id ?? patient.patientName} className="block">
      <PatientName of={patient} birthDate="always" />
    </span>
  ))
}

function EntryCard({ entry }: { entry: Entry }) {
  const { amount, treatment, at, method, by } = entry
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold wrap-anywhere">
          <Patients entry={entry} />
        </span>
        <span className="text-lg font-extrabold">{formatAmount(amount)}</span>
      </p>
      <p>
        <BreakAfterSlash text={treatment} />
      </p>
      <p className="text-sm text-muted">
        <Instant at={at} as="time" />, {METHOD_NAMES[method]}
        {by && `, ${by}`}
      </p>
      <p>
        <ReceiptLink entry={entry} />
      </p>
    </>
  )
}

/** Staff may see receipts of the desk only. */
function ReceiptLink({ entry: { number, kind, method } }: { entry: Entry }) {
  const isAdmin = useRole() === 'admin'
  const title = kind === 'receipt' ? number : `${RECEIPT_TITLES[kind]} ${number}`
  if (method === 'card' && !isAdmin) return title
  return (
    <RowLink to={`/dashboard/receipts/${number}`} className="xl:whitespace-nowrap">
      {title}
    </RowLink>
  )
}
