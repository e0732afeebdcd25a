import { addressLine } from '#contract/clinic/clinic-details.ts'
import { createFormats, type Formats, formats } from '#contract/formats/formats.ts'
import { formatAmount } from '#contract/money.ts'
import { isolate } from '#contract/names.ts'
import { describeChild } from '#contract/patients/patients.ts'
import { receiptFacts, receiptTotals } from '#contract/payments/receipt-texts.ts'
import type { Receipt } from '#contract/payments/receipts.ts'
import { SproutMark } from '#web/components/brand/sprout-mark.tsx'
import { Card } from '#web/components/card.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import type { Shape } from '#words/check.ts'
import { DIRECTION, LANGUAGE } from '#words/en/language.ts'
import * as own from '#words/en/payments/receipt-in-full.ts'
import * as pageWords from '#words/en/payments/receipt-page.ts'
import { LANGUAGES, type Language, languageOf } from '#words/languages.ts'
import { RECEIPTS } from '#words/receipts.ts'

/** A language of receipts: its words, and how it is written. */
interface Speech {
  words: Shape<typeof own>
  formats: Formats
  direction: 'ltr' | 'rtl'
}

const OWN_SPEECH: Speech = { words: own, formats, direction: DIRECTION }

interface Props {
  receipt: Receipt
}

/** The content of a receipt, in the language in which it was issued. */
export function ReceiptContent({ receipt }: Props) {
  const language = languageOf(receipt.language)
  if (language === LANGUAGE) return <Content receipt={receipt} speech={OWN_SPEECH} />
  const waiting = <ListSkeleton label={pageWords.loadingTheReceipt} />
  return <LazyComponent chunk={IN_LANGUAGE[language]} props={{ receipt }} waiting={waiting} />
}

const IN_LANGUAGE = Object.fromEntries(
  LANGUAGES.map((language) => [language, componentChunk<Props>(() => contentIn(language))]),
) as Record<Language, ReturnType<typeof componentChunk<Props>>>

async function contentIn(language: Language) {
  const { locale, direction, load } = RECEIPTS[language]
  const speech = { words: await load(), formats: createFormats(locale), direction }
  return { default: ({ receipt }: Props) => <Content receipt={receipt} speech={speech} /> }
}

interface ContentProps extends Props {
  speech: Speech
}

function Content({ receipt, speech }: ContentProps) {
  const { kind, number, clinic } = receipt
  const { words, formats, direction } = speech
  const { receipts, receiptDocument } = words
  const language = languageOf(receipt.language)
  return (
    <Card
      lang={language}
      dir={direction}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 wrap-anywhere print:shadow-none"
    >
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="flex items-center gap-2 text-2xl font-extrabold">
          <span className="text-primary">
            <SproutMark />
          </span>
          {clinic.name}
        </p>
        <p className="rounded-full border-2 border-current px-4 py-1 font-extrabold tracking-widest text-success uppercase">
          {receipts.stamps[kind]}
        </p>
      </div>
      {/* The title of the page is in its own language, and is not printed. */}
      {language !== LANGUAGE && (
        <h2 className="text-2xl">{`${receipts.titles[kind]} ${number}`}</h2>
      )}
      <address className="not-italic [overflow-wrap:anywhere]">
        <span className="block">{isolate(addressLine(clinic))}</span>
        <span className="block">
          {clinic.phone}, {clinic.email}
        </span>
        {clinic.taxId && <span className="block">{receiptDocument.taxId(clinic.taxId)}</span>}
      </address>
      <dl className="grid gap-x-4 gap-y-1 max-sm:text-sm min-[22rem]:grid-cols-[5.75rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6">
        {receiptFacts(receipt, { receipts, formats }).map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="font-bold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <Items receipt={receipt} speech={speech} />
    </Card>
  )
}

function Items({ receipt, speech }: ContentProps) {
  const { words, formats } = speech
  const { receipts, receiptDocument } = words
  return (
    <table className="w-full border-collapse text-start wrap-anywhere">
      <caption className="sr-only">{receiptDocument.items}</caption>
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className="py-2 pe-3">
            {receiptDocument.appointment}
          </th>
          <th scope="col" className="py-2 text-end">
            {receiptDocument.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {receipt.items.map((item) => (
          <tr
            key={`${item.date} ${item.slot} ${item.patientName}`}
            className="border-t border-base-300 align-top"
          >
            <th scope="row" className="py-3 pe-3 font-normal [overflow-wrap:anywhere]">
              <Treatment {...item} isEnglish={!receipt.language} />
              <bdi>
                {describeChild({ name: item.patientName, birthDate: item.birthDate }, speech)}
              </bdi>
              {item.doctor && `, ${isolate(item.doctor)}`}
              <span className="block text-muted">
                {formats.shortDay(item.date)}, {formats.slot(item.slot)}
              </span>
            </th>
            <td className="py-3 text-end font-bold whitespace-nowrap tabular-nums">
              {formatAmount(item.amount)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {receiptTotals(receipt, { receipts }).map(([label, amount], index) => (
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

type TreatmentProps = Pick<Receipt['items'][number], 'treatment' | 'shownTreatment'> & {
  /** The receipt is in English. */
  isEnglish: boolean
}

/** As it was called at the time of issue; marked as English while it had no translation. */
function Treatment({ treatment, shownTreatment, isEnglish }: TreatmentProps) {
  const isMarked = !isEnglish && shownTreatment === undefined
  return (
    <span className="block font-bold" lang={isMarked ? 'en' : undefined}>
      <BreakAfterSlash text={shownTreatment ?? treatment} />
    </span>
  )
}
