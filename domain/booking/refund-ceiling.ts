import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'

type CeilingOf = Pick<AppointmentRow, 'refundCeiling' | 'refundCeilingOf' | 'transactionId'>

/**
 * The most percent that a cancellation refunds since a late move; null without one, and for a payment
 * that was not at stake when it was moved: docs/requirements.md#refund-terms.
 */
export function refundCeilingOf(row: CeilingOf): number | null {
  const isAtStake = row.transactionId !== null && row.refundCeilingOf === row.transactionId
  return isAtStake ? row.refundCeiling : null
}
