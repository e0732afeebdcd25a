import * as z from 'zod/mini'
import { pageBefore } from '../paging.ts'
import { receiptList } from '../payments/receipts.ts'
import { appointment, outcomeKind } from './appointments.ts'

/** `GET /appointments/history?before=&limit=` */
export const historyQuery = z.strictObject(pageBefore(20, 100))

/** A past or canceled appointment of the caller. */
const pastAppointment = z.object({
  ...z.pick(appointment, {
    _id: true,
    treatment: true,
    date: true,
    slot: true,
    doctor: true,
    price: true,
    patientName: true,
    child: true,
  }).shape,
  /** For booking it again. */
  treatmentId: z.string(),
  outcome: outcomeKind,
  /** Dollars that were refunded, or are being refunded, and dollars that the clinic keeps. */
  paid: z.number(),
  refunded: z.number(),
  kept: z.number(),
  /** The part of `refunded` that the clinic still has to hand back at the desk. */
  toHandBack: z.number(),
  /** Of `refunded`: what may not have arrived on the card yet. */
  onItsWay: z.number(),
  /** It is unpaid, and the caller can still pay for it. */
  owed: z.boolean(),
  /** The previous system bills it. */
  billedElsewhere: z.optional(z.literal(true)),
  /** Only for the caller's own payments, in the order of their numbers. */
  receipts: receiptList,
})
export type PastAppointment = z.infer<typeof pastAppointment>

/** Latest first. */
export const historyPage = z.object({
  appointments: z.array(pastAppointment),
  /** `before` for the next page; null on the last one. */
  next: z.nullable(z.string()),
})
