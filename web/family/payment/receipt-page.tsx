import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useParams } from 'react-router-dom'
import { addressLine } from '#contract/clinic/clinic-details.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatAmount } from '#contract/money.ts'
import { describeChild } from '#contract/patients/patients.ts'
import { receiptFacts, receiptTotals } from '#contract/payments/receipt-texts.ts'
import type { Receipt } from '#contract/payments/receipts.ts'
import { receiptOptions, saveReceipt } from '#web/both/receipts/receipts-api.ts'
import { SproutMark } from '#web/components/brand/sprout-mark.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/payments/receipt-page.ts'
import * as receiptWords from '#words/en/payments/receipts.ts'

/** A receipt, on screen and on paper: docs/requirements.md#receipt-files. */
export default function ReceiptPage() {
  const { id = '' } = useParams()
  const query = useQuery(receiptOptions(id))
  if (query.data) return <ReceiptSheet receipt={query.data} />
  return (
    <>
      <PageTitle className="mb-6">{receiptWords.titles.receipt}</PageTitle>
      {query.isPending ? (
        <ListSkeleton label={words.loadingTheReceipt} />
      ) : (
        <LoadError title={words.receiptNotLoaded} query={query} />
      )}
    </>
  )
}

function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { kind, number, clinic } = receipt
  const download = useMutation({
    mutationFn: () => saveReceipt(number),
    onError: (error) => toast.error(error.message),
  })
  return (
    <div className="printed-letter">
      <p className="print:hidden">
        <TextLink to="/dashboard/history">{words.backToHistory}</TextLink>
      </p>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle className="min-w-0">{`${receiptWords.titles[kind]} ${number}`}</PageTitle>
        <div className="flex min-w-0 flex-wrap gap-3 *:max-w-full print:hidden">
          <Button busy={download.isPending} onClick={() => download.mutate()}>
            <Download aria-hidden="true" size={20} />
            {words.downloadPdf}
          </Button>
          <Button look="secondary" onClick={() => window.print()}>
            <Printer aria-hidden="true" size={20} />
            {words.print}
          </Button>
        </div>
      </div>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 wrap-anywhere print:shadow-none">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <p className="flex items-center gap-2 text-2xl font-extrabold">
            <span className="text-primary">
              <SproutMark />
            </span>
            {clinic.name}
          </p>
          <p className="rounded-full border-2 border-current px-4 py-1 font-extrabold tracking-widest text-success uppercase">
            {receiptWords.stamps[kind]}
          </p>
        </div>
        <address className="not-italic [overflow-wrap:anywhere]">
          <span className="block">{addressLine(clinic)}</span>
          <span className="block">
            {clinic.phone}, {clinic.email}
          </span>
          {clinic.taxId && <span className="block">{words.taxId(clinic.taxId)}</span>}
        </address>
        <dl className="grid gap-x-4 gap-y-1 max-sm:text-sm min-[22rem]:grid-cols-[5.75rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6">
          {receiptFacts(receipt).map(([term, value]) => (
            <div key={term} className="contents">
              <dt className="text-muted">{term}</dt>
              <dd className="font-bold [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <Items receipt={receipt} />
      </Card>
    </div>
  )
}

function Items({ receipt }: { receipt: Receipt }) {
  const { items } = receipt
  return (
    <table className="w-full border-collapse text-start wrap-anywhere">
      <caption className="sr-only">{words.items}</caption>
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className="py-2 pe-3">
            {words.appointment}
          </th>
          <th scope="col" className="py-2 text-end">
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr
            key={`${item.date} ${item.slot} ${item.patientName}`}
            className="border-t border-base-300 align-top"
          >
            <th scope="row" className="py-3 pe-3 font-normal [overflow-wrap:anywhere]">
              <span className="block font-bold">
                <OwnText as={BreakAfterSlash}>{item.treatment}</OwnText>
              </span>
              <bdi>{describeChild({ name: item.patientName, birthDate: item.birthDate })}</bdi>
              {item.doctor && `, ${item.doctor}`}
              <span className="block text-muted">
                {formats.day(item.date)}, {formats.slot(item.slot)}
              </span>
            </th>
            <td className="py-3 text-end font-bold whitespace-nowrap tabular-nums">
              {formatAmount(item.amount)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {receiptTotals(receipt).map(([label, amount], index) => (
          <tr
            key={label}
            className={index === 0 ? 'border-t-2 border-line text-lg font-extrabold' : undefined}
          >
            <th scope="row" className={index === 0 ? 'py-3 pe-3' : 'pe-3 font-normal'}>
              {label}
            </th>
            <td className="text-end whitespace-nowrap tabular-nums">{formatAmount(amount)}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}
