import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { ImportMapping, RowOutcome } from '#contract/imports/imports.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import type { ImportedThing } from '#drizzle/schema/index.ts'

/** Why imported appointments and urgent entries are exceptions. Shown to staff. */
export const FROM_PREVIOUS = 'From the previous system'

/** What the import of every row needs. */
export interface ImportContext {
  importId: string
  mapping: ImportMapping
  /** Uid of the admin who started it. */
  actor: string
  now: Date
  moment: ClinicMoment
  /** ISO 3166 code, for phone numbers without a country code. */
  country: string
  /** Today's refund terms. */
  terms: RefundTerms
  /** Ids of entries of the waiting list that this transaction has created. */
  joined: Set<string>
  /** Ids of families that this unit has created. */
  families: Set<string>
}

/** The outcome of a row. */
export interface RowResult {
  outcome: RowOutcome
  /** Why it is refused, or how it differs. */
  sentence?: string
  duplicateOf?: string
  /** The family that it describes. */
  family?: string
  made?: readonly ImportedThing[]
}

/** Ends the import of a row: what it has written is rolled back. */
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

/** The result of an imported row. */
export function resultOf(
  made: readonly ImportedThing[],
  differences: readonly string[],
): RowResult {
  const isAdded = made.some((thing) => 'made' in thing)
  const carriedOut = isAdded ? 'added' : made.length > 0 ? 'filled' : undefined
  const outcome = carriedOut ?? (differences.length > 0 ? 'differs' : 'same')
  return { outcome, made, ...(differences.length > 0 && { sentence: differences.join(' ') }) }
}
