import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import { describeTerms, type TermsOptions } from '#contract/payments/refund-terms.ts'

interface RefundTermsListProps extends TermsOptions {
  terms: RefundTerms
  title?: string
}

/** What canceling refunds: in dollars for a price, otherwise in percent. */
export function RefundTermsList({
  terms,
  title = 'If you cancel',
  ...options
}: RefundTermsListProps) {
  return (
    <div>
      <h3 className="text-lg">{title}</h3>
      <ul className="mt-1 grid list-disc gap-0.5 pl-5">
        {describeTerms(terms, options).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
