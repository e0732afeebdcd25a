interface CeilingOf {
  /** Percent. */
  refundCeiling: number | null
  /** Id of the payment that was at stake. */
  refundCeilingOf: string | null
  transactionId: string | null
}

/**
 * Since a late move, a cancellation refunds at most this percentage; null without one, and for a payment made
 * after it: docs/requirements.md#refund-terms.
 */
export function refundCeilingOf(row: CeilingOf): number | null {
  const isAtStake = row.transactionId !== null && row.refundCeilingOf === row.transactionId
  return isAtStake ? row.refundCeiling : null
}
