import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { ImportMapping, RowOutcome } from '#contract/imports/imports.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { ImportedThing } from '#drizzle/schema/index.ts'

/** What every row of an import is carried out with. */
export interface ImportContext {
  importId: string
  mapping: ImportMapping
  /** Uid of the admin who started it. */
  actor: string
  now: Date
  moment: ClinicMoment
  /** ISO 3166: of phone numbers without a country code. */
  country: string
  /** Today's refund terms. */
  terms: RefundTerms
}

/** What became of a row. */
export interface RowResult {
  outcome: RowOutcome
  /** Why it is refused, or in what it differs. */
  sentence?: string
  duplicateOf?: string
  made?: readonly ImportedThing[]
}

/** Ends a row: what it has written is rolled back. */
export class RowStopped extends Error {
  override name = 'RowStopped'
  readonly result: RowResult
  constructor(result: RowResult) {
    super(result.outcome)
    this.result = result
  }
}

export const refused = (sentence: string) => new RowStopped({ outcome: 'refused', sentence })
export const leftOut = (sentence: string) => new RowStopped({ outcome: 'left_out', sentence })

/** The result of a row that was carried out. */
export function resultOf(
  made: readonly ImportedThing[],
  differences: readonly string[],
): RowResult {
  const isAdded = made.some((thing) => 'made' in thing)
  const carriedOut = isAdded ? 'added' : made.length > 0 ? 'filled' : undefined
  const outcome = carriedOut ?? (differences.length > 0 ? 'differs' : 'same')
  return { outcome, made, ...(differences.length > 0 && { sentence: differences.join(' ') }) }
}
