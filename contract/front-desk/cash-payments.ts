import * as z from 'zod/mini'
import { tillName } from '#contract/clinic/till-names.ts'
import { appointmentId } from '#contract/ids.ts'
import { seenVersion } from '#contract/seen-version.ts'
import { shownPatient } from '../patients/patients.ts'
import { paymentMethod } from '../payments/payments.ts'
import { receiptKind } from '../payments/receipts.ts'
import { requiredText } from '../text.ts'
import { wireDate } from '../wire-date.ts'
import { agendaEntry } from './agenda.ts'
import { tillDay } from './tills.ts'

/** `POST /agenda/{id}/payment`: the whole price was taken at the desk. */
export const cashPayment = z.strictObject({
  version: seenVersion,
  method: z.enum(['cash', 'terminal'], 'Choose cash or card terminal'),
  /** Of cash: where it was taken. */
  till: z.optional(tillName),
})
export type CashPayment = z.infer<typeof cashPayment>

/** The fewest and the most appointments of a family that are paid with one payment. */
const TOGETHER = { fewest: 2, most: 12 }

/** `POST /agenda/payments`: the prices of several appointments of one family were taken together. */
export const cashPaymentTogether = z.strictObject({
  appointments: z
    .array(z.strictObject({ id: appointmentId, version: seenVersion }))
    .check(
      z.minLength(TOGETHER.fewest, `Choose at least ${TOGETHER.fewest} appointments`),
      z.maxLength(TOGETHER.most, `Choose ${TOGETHER.most} appointments at most`),
    ),
  method: cashPayment.shape.method,
  till: cashPayment.shape.till,
})
export type CashPaymentTogether = z.infer<typeof cashPaymentTogether>

/** `POST /agenda/{id}/refund`: what is kept of a payment at the desk was handed back. */
export const cashRefund = z.strictObject({
  version: seenVersion,
  /** Where it was handed back. */
  till: z.optional(tillName),
  reason: requiredText('Reason', 500),
})
export type CashRefund = z.infer<typeof cashRefund>

/** Why the money at the desk stays as it is (409). */
export const deskRefusal = z.object({
  code: z.enum([
    'stale',
    'already_paid',
    'not_paid',
    'paid_online',
    'own_appointment',
    'needs_admin',
    /** They have different payers, or one is there twice. */
    'not_together',
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
  /** The clinic's tills in their order, then others of that day. */
  tills: z.array(tillDay),
  entries: z.array(
    z.object({
      /** '2026-000001' */
      number: z.string(),
      kind: receiptKind,
      /** ISO instant, UTC. */
      at: z.string(),
      method: paymentMethod,
      /** Of the appointments that it is about, each once. */
      patients: z.array(z.object(shownPatient)),
      treatment: z.string(),
      /** Dollars; negative for what went back. */
      amount: z.number(),
      /** Name of the member of staff who took it at the desk, or handed it back. */
      by: z.nullable(z.string()),
    }),
  ),
})
export type Closing = z.infer<typeof closing>
