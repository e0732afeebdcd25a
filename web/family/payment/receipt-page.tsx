import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useParams } from 'react-router-dom'
import type { Receipt } from '#contract/payments/receipts.ts'
import { receiptOptions, saveReceipt } from '#web/both/receipts/receipts-api.ts'
import { Button } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { LANGUAGE } from '#words/en/language.ts'
import * as words from '#words/en/payments/receipt-page.ts'
import * as receiptWords from '#words/en/payments/receipts.ts'
import { languageOf } from '#words/languages.ts'
import { ReceiptContent } from './receipt-content.tsx'

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
  const { kind, number } = receipt
  const isInOwnLanguage = languageOf(receipt.language) === LANGUAGE
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
        <PageTitle className={`min-w-0 ${isInOwnLanguage ? '' : 'print:hidden'}`}>
          {`${receiptWords.titles[kind]} ${number}`}
        </PageTitle>
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
      <ReceiptContent receipt={receipt} />
    </div>
  )
}
