import type { EventKind } from '#contract/audit/events.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'

/** Events that need attention soon; SECURITY.md says what to do about each. */
const ALARMS = {
  'refund.failed': 'alarm.refund_failed',
  'refund.handed_back_late': 'alarm.late_hand_back',
  'payment.disputed': 'alarm.payment_disputed',
  'appointment.unpaid': 'alarm.appointment_unpaid',
  'user.promoted': 'alarm.user_promoted',
  'webhook.disabled': 'alarm.webhook_disabled',
  'user.sessions_ended': 'alarm.sessions_ended',
  'replica.stale': 'alarm.replica_stale',
  'replica.drill_failed': 'alarm.drill_failed',
  'insights.mended': 'alarm.insights_mended',
  'process.overloaded': 'alarm.process_overloaded',
} as const satisfies Partial<Record<EventKind, string>>

/** Writes a log line for each alarm: `"alarm":"refund.failed"`. */
export function alarmHandlers(): Handler[] {
  return Object.entries(ALARMS).map(([kind, name]) =>
    defineHandler({
      name,
      on: kind as keyof typeof ALARMS,
      async run(data, { log, event }) {
        const { id: eventId, subject } = event
        log.warn({ alarm: kind, eventId, subject, ...data }, 'alarm')
      },
    }),
  )
}
