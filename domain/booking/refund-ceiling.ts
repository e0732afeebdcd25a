interface CeilingOf {
  /** Percent. */
  refundCeiling: number | null
  /** Id of the payment that was at stake. */
  refundCeilingOf: string | null
  transactionId: string | null
}

/**
 * The most percent that a cancellation refunds since a late move; null without one, and for a payment
 * that was not at stake when it was moved: docs/requirements.md#refund-terms.
 */
export function refundCeilingOf(row: CeilingOf): number | null {
  const isAtStake = row.transactionId !== null && row.refundCeilingOf === row.transactionId
  return isAtStake ? row.refundCeiling : null
}
