import type { EventKind } from '#contract/audit/events.ts'

/**
 * Which handlers run after which event. It is a static table, so that every process that writes
 * events (site, workers, commands) writes their deliveries, whether it runs handlers or not. Names
 * are stored with each delivery: renaming a handler would lose its unfinished deliveries.
 */
export const SUBSCRIPTIONS = {
  'stripe.event_received': ['payment.reconcile'],
  'refund.requested': ['payment.refund'],
  'appointment.cancelled': ['payment.give_up'],
  'payment.received': ['payment.give_up_online'],
  'times.freed': ['waitlist.offer'],
  'closure.added': ['waitlist.withdraw_closed'],
  'closure.reoffered': ['payment.give_up_reoffered'],
  'closure.removed': ['waitlist.end_reoffers'],
  'session.withdrawn': ['waitlist.withdraw_session'],
  'user.removed': ['account.delete', 'card.forget'],
  'user.card_removed': ['card.detach'],
  'image.received': ['image.process'],
  'image.removed': ['image.destroy'],
  'refund.failed': ['alarm.refund_failed'],
  'refund.handed_back_late': ['alarm.late_hand_back'],
  'payment.disputed': ['alarm.payment_disputed'],
  'appointment.unpaid': ['alarm.appointment_unpaid'],
  'user.promoted': ['alarm.user_promoted'],
  'data.exported': ['alarm.data_exported'],
  'webhook.disabled': ['alarm.webhook_disabled'],
  'user.sessions_ended': ['alarm.sessions_ended'],
  'replica.stale': ['alarm.replica_stale'],
  'replica.drill_failed': ['alarm.drill_failed'],
  'insights.mended': ['alarm.insights_mended'],
  'process.overloaded': ['alarm.process_overloaded'],
  'process.disk_low': ['alarm.disk_low'],
  'process.backup_old': ['alarm.backup_old'],
  'process.stripe_silent': ['alarm.stripe_silent'],
  'process.emails_bouncing': ['alarm.emails_bouncing'],
} as const satisfies Partial<Record<EventKind, readonly string[]>>

/** Names of the handlers that run after a kind of event. */
export function handlersOf(kind: EventKind): readonly string[] {
  const table: Partial<Record<EventKind, readonly string[]>> = SUBSCRIPTIONS
  return table[kind] ?? []
}
