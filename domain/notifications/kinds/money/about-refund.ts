import {
  drop,
  type Question,
  type Reading,
  send,
} from '#domain/notifications/content/email-kind.ts'
import { findRefund, type RefundState } from '#drizzle/queries/payments/refunds.ts'
import { type AboutOne, readAppointment } from '../appointment/about-appointment.ts'

/** `atDesk`: the refund is handed back at the desk. */
export interface AboutRefund extends AboutOne {
  atDesk: boolean
}

/** Reads the refund of a notification; the email applies only while the refund is in that state. */
export function readRefund(
  question: Question<'refunded' | 'refund_failed'>,
  state: RefundState,
): Reading<AboutRefund> {
  return readAppointment(question, ({ appointment }) => {
    const { intentId, refundId = `refund:${intentId}` } = question.notification.data
    const refund = findRefund(question.db, refundId)
    if (refund?.state !== state) return drop('superseded')
    return send({ appointment, atDesk: refund.handedBackBy != null })
  })
}
