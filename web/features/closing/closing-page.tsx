import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { count } from '#contract/count.ts'
import {
  dayAfter,
  formatLongDay,
  fromIsoDate,
  type IsoDate,
  parseWireDate,
} from '#contract/dates.ts'
import type { Closing } from '#contract/front-desk/cash-payments.ts'
import { formatAmount } from '#contract/money.ts'
import { METHOD_NAMES, RECEIPT_TITLES } from '#contract/payments/receipts.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { Table, useWideScreen } from '#web/components/table.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { closingOptions } from '#web/shared/agenda/cash-payments-api.ts'
import { DayField } from '#web/shared/agenda/day-field.tsx'
import { saveMonth } from '#web/shared/receipts/receipts-api.ts'
import { useRole } from '#web/shared/session/auth-context.ts'
import { Instant } from '#web/shared/times/instant.tsx'
import { Tills } from './tills.tsx'

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })

/** A day's money at the clinic, for staff: docs/requirements.md#closing-sheet. */
export default function ClosingPage() {
  const { date: asked = '' } = useParams()
  const config = useQuery(configOptions())
  const date = parseWireDate(asked) ?? config.data?.clinic.today
  return (
    <>
      <PageTitle className="print:text-2xl">Closing sheet</PageTitle>
      {date && <Day date={date} />}
      {!date && config.isPending && <ListSkeleton label="Loading the closing sheet" />}
      {!date && config.isError && (
        <LoadError title="We couldn’t load the closing sheet" query={config} />
      )}
    </>
  )
}

function Day({ date }: { date: IsoDate }) {
  const query = useQuery(closingOptions(date))
  const { data } = query
  return (
    <>
      <p className="mt-2 text-lg text-muted">{formatLongDay(date)}</p>
      <Controls date={date} />
      {query.isPending && <ListSkeleton label="Loading the closing sheet" />}
      {!data && query.isError && (
        <LoadError title="We couldn’t load the closing sheet" query={query} />
      )}
      {data && <Sheet closing={data} />}
    </>
  )
}

const pathOf = (date: IsoDate) => `/dashboard/closing/${date}`

function Controls({ date }: { date: IsoDate }) {
  const navigate = useNavigate()
  const isAdmin = useRole() === 'admin'
  const month = date.slice(0, 7)
  const save = useMutation({
    mutationFn: () => saveMonth(month),
    onError: (error) => toast.error(error.message),
  })
  return (
    <div className="mt-4 mb-6 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
      <div className="flex flex-wrap gap-1">
        <ButtonLink look="secondary" to={pathOf(dayAfter(date, -1))} className="min-h-11 px-4">
          Previous
        </ButtonLink>
        <ButtonLink look="secondary" to="/dashboard/closing" className="min-h-11 px-4">
          Today
        </ButtonLink>
        <ButtonLink look="secondary" to={pathOf(dayAfter(date))} className="min-h-11 px-4">
          Next
        </ButtonLink>
      </div>
      <DayField date={date} onChoose={(chosen) => void navigate(pathOf(chosen))} />
      <Button look="secondary" onClick={() => window.print()} className="px-5">
        Print
      </Button>
      <ButtonLink look="secondary" to="/dashboard/refunds">
        Refunds at the desk
      </ButtonLink>
      {isAdmin && (
        <Button look="secondary" busy={save.isPending} onClick={() => save.mutate()}>
          Download {monthName.format(fromIsoDate(date))} (CSV)
        </Button>
      )}
    </div>
  )
}

function Sheet({ closing }: { closing: Closing }) {
  const { methods, total, entries } = closing
  const wide = useWideScreen()
  const veryWide = useWideScreen('xl')
  const counted = closing.date <= closing.today && (
    <Tills tills={closing.tills} date={closing.date} />
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
  const sums: Sums = [
    ...methods.map(({ method, ...of }) => [METHOD_NAMES[method], of] as const),
    ['Total', total],
  ]
  return (
    <div className="grid gap-8">
      {wide ? <SumsTable sums={sums} /> : <SumsList sums={sums} />}
      {counted}
      <section aria-labelledby="receipts">
        <h2 id="receipts" className="mb-3 text-2xl">
          {count(entries.length, 'receipt')}
        </h2>
        {veryWide ? <EntriesTable entries={entries} /> : <EntriesList entries={entries} />}
      </section>
    </div>
  )
}

type Sums = readonly (readonly [name: string, of: Closing['total']])[]

const SUMS = 'Money by payment method'

const AMOUNTS = ['Taken', 'Refunded', 'Net']

function SumsTable({ sums }: { sums: Sums }) {
  return (
    <Table caption={SUMS} columns={['Method', ...AMOUNTS]} amounts={AMOUNTS}>
      {sums.map(([name, { taken, refunded, net }]) => (
        <tr
          key={name}
          className={`border-t border-base-300 ${name === 'Total' ? 'font-extrabold' : ''}`}
        >
          <th scope="row" className="px-3 py-2">
            {name}
          </th>
          {[taken, refunded, net].map((amount, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change.
            <td key={index} className="px-3 py-2 text-right whitespace-nowrap tabular-nums">
              {formatAmount(amount)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

function SumsList({ sums }: { sums: Sums }) {
  return (
    <ul aria-label={SUMS} className="leaf bg-base-100 px-4 py-2 shadow-soft">
      {sums.map(([name, { taken, refunded, net }]) => (
        <li key={name} className="border-base-300 py-2 wrap-anywhere not-first:border-t">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 font-extrabold">
            <span>{name}</span> <span>{formatAmount(net)}</span>
          </p>
          <p className="text-sm text-muted">
            {formatAmount(taken)} taken, {formatAmount(refunded)} refunded
          </p>
        </li>
      ))}
    </ul>
  )
}

interface EntriesProps {
  entries: Closing['entries']
}

const COLUMNS = ['Time', 'Receipt', 'Patient', 'Treatment', 'Method', 'Amount'] as const

function EntriesTable({ entries }: EntriesProps) {
  return (
    <Table caption="Receipts" columns={COLUMNS} amounts={['Amount']}>
      {entries.map((entry) => (
        <tr key={entry.number} className="border-t border-base-300 align-top">
          <td className="px-3 py-2 whitespace-nowrap">
            <Instant at={entry.at} as="time" />
          </td>
          <td className="px-3 py-2">
            <ReceiptLink entry={entry} />
          </td>
          <th scope="row" className="px-3 py-2 [overflow-wrap:anywhere]">
            {entry.patientName}
          </th>
          <td className="px-3 py-2">
            <BreakAfterSlash text={entry.treatment} />
          </td>
          <td className="px-3 py-2">
            {METHOD_NAMES[entry.method]}
            {entry.by && <span className="block text-sm text-muted">{entry.by}</span>}
          </td>
          <td className="px-3 py-2 text-right font-bold whitespace-nowrap tabular-nums">
            {formatAmount(entry.amount)}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function EntriesList({ entries }: EntriesProps) {
  return (
    <ul aria-label="Receipts" className="grid gap-3">
      {entries.map((entry) => (
        <li
          key={entry.number}
          className="leaf grid gap-1 bg-base-100 p-4 shadow-soft wrap-anywhere *:min-w-0"
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-bold [overflow-wrap:anywhere]">{entry.patientName}</span>
            <span className="text-lg font-extrabold">{formatAmount(entry.amount)}</span>
          </p>
          <p>
            <BreakAfterSlash text={entry.treatment} />
          </p>
          <p className="text-sm text-muted">
            <Instant at={entry.at} as="time" />, {METHOD_NAMES[entry.method]}
            {entry.by && `, ${entry.by}`}
          </p>
          <p>
            <ReceiptLink entry={entry} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** Staff may see receipts of the desk only. */
function ReceiptLink({ entry: { number, kind, method } }: { entry: Closing['entries'][number] }) {
  const isAdmin = useRole() === 'admin'
  const title = kind === 'receipt' ? number : `${RECEIPT_TITLES[kind]} ${number}`
  if (method === 'card' && !isAdmin) return title
  return (
    <Link
      to={`/dashboard/receipts/${number}`}
      className="inline-flex min-h-6 items-center font-bold underline underline-offset-4 xl:whitespace-nowrap"
    >
      {title}
    </Link>
  )
}
