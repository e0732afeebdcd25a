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

/** `POST /agenda/{id}/payment`: the desk took the whole price. */
export const cashPayment = z.strictObject({
  version: seenVersion,
  method: z.enum(['cash', 'terminal'], 'Choose cash or card terminal'),
  /** Cash only: the till. */
  till: z.optional(tillName),
})
export type CashPayment = z.infer<typeof cashPayment>

/** How many appointments of a family one payment can cover. */
const TOGETHER = { fewest: 2, most: 12 }

/** `POST /agenda/payments`: the desk took the prices of several appointments of one family together. */
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

/** `POST /agenda/{id}/refund`: the desk handed back what the clinic kept of a payment. */
export const cashRefund = z.strictObject({
  version: seenVersion,
  /** The till that handed it back. */
  till: z.optional(tillName),
  reason: requiredText('Reason', 500),
})
export type CashRefund = z.infer<typeof cashRefund>

/** Why a payment at the desk was not changed (409). */
export const deskRefusal = z.object({
  code: z.enum([
    'stale',
    'already_paid',
    'not_paid',
    'paid_online',
    'own_appointment',
    'needs_admin',
    /** They have different payers, or one is listed twice. */
    'not_together',
  ]),
  message: z.string(),
  current: agendaEntry,
})
export type DeskRefusal = z.infer<typeof deskRefusal>

/** `GET /closing/{date}` */
export const closingParams = z.object({ date: wireDate })

/** Dollars. `net` is `taken` less `refunded`. */
const sums = { taken: z.number(), refunded: z.number(), net: z.number() }

/** The money of one day: docs/requirements.md#closing-sheet. */
export const closing = z.object({
  date: z.string(),
  /** Today at the clinic. */
  today: z.string(),
  methods: z.array(z.object({ method: paymentMethod, ...sums })),
  total: z.object(sums),
  /** The clinic's tills in their order, then former ones that were used that day. */
  tills: z.array(tillDay),
  entries: z.array(
    z.object({
      /** '2026-000001' */
      number: z.string(),
      kind: receiptKind,
      /** ISO instant, UTC. */
      at: z.string(),
      method: paymentMethod,
      /** The patients of the document's appointments, each once. */
      patients: z.array(z.object(shownPatient)),
      treatment: z.string(),
      /** Dollars; negative for a refund. */
      amount: z.number(),
      /** Name of the member of staff who took or handed back the money at the desk. */
      by: z.nullable(z.string()),
    }),
  ),
})
export type Closing = z.infer<typeof closing>
