import * as z from 'zod/mini'
import { wireDate } from '../dates.ts'
import { paymentMethod } from '../payments/payments.ts'
import { receiptKind } from '../payments/receipts.ts'
import { agendaEntry } from './agenda.ts'

const LONGEST_REASON = 500

/** Of the appointment that was on the screen. */
const version = z.number('Version is required').check(z.int(), z.gte(0))

/** `POST /agenda/{id}/payment`: the whole price was taken at the desk. */
export const deskPayment = z.strictObject({
  version,
  method: z.enum(['cash', 'terminal'], 'Choose cash or card terminal'),
})
export type DeskPayment = z.infer<typeof deskPayment>

/** `POST /agenda/{id}/refund`: what is kept of a payment at the desk was handed back. */
export const deskRefund = z.strictObject({
  version,
  reason: z
    .string('Reason is required')
    .check(
      z.trim(),
      z.minLength(1, 'Reason is required'),
      z.maxLength(LONGEST_REASON, `Reason must be ${LONGEST_REASON} characters or fewer`),
    ),
})
export type DeskRefund = z.infer<typeof deskRefund>

/** Why the money at the desk stays as it is (409). */
export const deskRefusal = z.object({
  code: z.enum([
    'stale',
    'already_paid',
    'not_paid',
    'paid_online',
    'own_appointment',
    'needs_admin',
  ]),
  message: z.string(),
  current: agendaEntry,
})
export type DeskRefusal = z.infer<typeof deskRefusal>

/** `GET /closing/{date}` */
export const closingParams = z.object({ date: wireDate })

/** Dollars. `net` is what was taken less what went back. */
const sums = { taken: z.number(), refunded: z.number(), net: z.number() }

/** The money of one day: docs/requirements.md#closing-sheet. */
export const closing = z.object({
  date: z.string(),
  /** Today at the clinic. */
  today: z.string(),
  methods: z.array(z.object({ method: paymentMethod, ...sums })),
  total: z.object(sums),
  entries: z.array(
    z.object({
      /** '2026-000001' */
      number: z.string(),
      kind: receiptKind,
      /** ISO instant, UTC. */
      at: z.string(),
      method: paymentMethod,
      patientName: z.string(),
      treatment: z.string(),
      /** Dollars; negative for what went back. */
      amount: z.number(),
      /** Name of the member of staff who took it at the desk, or handed it back. */
      by: z.nullable(z.string()),
    }),
  ),
})
export type Closing = z.infer<typeof closing>
