import * as z from 'zod/mini'
import type { EventKind } from './events.ts'

/** Events that staff must act on soon. SECURITY.md says how. */
const KINDS = [
  'refund.failed',
  'refund.handed_back_late',
  'payment.disputed',
  'appointment.unpaid',
  'user.promoted',
  'data.exported',
  'user.sessions_ended',
  'insights.mended',
  'webhook.disabled',
  'replica.stale',
  'replica.drill_failed',
  'process.overloaded',
  'process.disk_low',
  'process.backup_old',
  'process.stripe_silent',
  'process.emails_bouncing',
] as const satisfies readonly EventKind[]

export const alarmKind = z.enum(KINDS)
export type AlarmKind = z.infer<typeof alarmKind>
