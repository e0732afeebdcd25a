import * as z from 'zod/mini'

/** The events that webhooks deliver. Each is about an appointment. */
export const webhookKind = z.enum([
  'appointment.booked',
  'appointment.moved',
  'appointment.cancelled',
  'appointment.arrived',
  'appointment.completed',
  'appointment.no_show',
  'appointment.reopened',
  'appointment.paid',
  'appointment.unpaid',
  'appointment.withdrawn',
])
export type WebhookKind = z.infer<typeof webhookKind>
