import type { AlarmKind } from '#contract/audit/alarms.ts'
import { tellAdmins } from '#domain/process/tell-admins.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { defineHandler, type Handler } from '../queue/handler.ts'

const HANDLERS = {
  'refund.failed': 'alarm.refund_failed',
  'refund.handed_back_late': 'alarm.late_hand_back',
  'payment.disputed': 'alarm.payment_disputed',
  'appointment.unpaid': 'alarm.appointment_unpaid',
  'user.promoted': 'alarm.user_promoted',
  'data.exported': 'alarm.data_exported',
  'webhook.disabled': 'alarm.webhook_disabled',
  'user.sessions_ended': 'alarm.sessions_ended',
  'replica.stale': 'alarm.replica_stale',
  'replica.drill_failed': 'alarm.drill_failed',
  'insights.mended': 'alarm.insights_mended',
  'process.overloaded': 'alarm.process_overloaded',
  'process.disk_low': 'alarm.disk_low',
  'process.backup_old': 'alarm.backup_old',
  'process.stripe_silent': 'alarm.stripe_silent',
  'process.emails_bouncing': 'alarm.emails_bouncing',
} as const satisfies Record<AlarmKind, string>

/** Writes a log line for each alarm (`"alarm":"refund.failed"`), and an email to the admins. */
export function alarmHandlers(): Handler[] {
  return Object.entries(HANDLERS).map(([kind, name]) =>
    defineHandler({
      name,
      on: kind as AlarmKind,
      async run(data, { db, log, event }) {
        const { id: eventId, subject } = event
        log.warn({ alarm: kind, eventId, subject, ...data }, 'alarm')
        const besides = kind === 'user.promoted' ? subject : undefined
        const alarm = { alarm: kind as AlarmKind, eventId, besides }
        await writeTransaction(db, (tx) => tellAdmins(tx, alarm, new Date()))
      },
    }),
  )
}
