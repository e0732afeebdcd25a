import type { CashRefundObstacle } from '#domain/payments/refunds/desk-rules.ts'

/** The messages for staff who may not take money or hand it back. */
export const HAND_BACK_REFUSALS: Record<CashRefundObstacle, string> = {
  own_appointment:
    'This is your own appointment, or one that you guard or pay. A colleague has to do that.',
  needs_admin: 'The day of this appointment has passed. An admin has to hand the money back.',
}
