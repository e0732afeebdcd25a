import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { EventKind } from '#contract/audit/events.ts'
import type { ChangeOptions } from '#contract/booking/appointment-changes.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { ProblemCause } from '#contract/payments/reconciliation.ts'
import { compareWithStripe } from '#domain/payments/compare-with-stripe.ts'
import { listPaymentProblems } from '#domain/payments/stripe-differences.ts'
import { Crash } from '#domain/testing/crash.ts'
import { readRecordedCents } from '#drizzle/queries/payments/payment-problems.ts'
import { listItems, type PaymentItemRow } from '#drizzle/queries/payments/payments.ts'
import { keptOf, listRefundsOf } from '#drizzle/queries/payments/refunds.ts'
import { appointments, events, notifications, payments } from '#drizzle/schema/index.ts'
import { allOf } from '#drizzle/testing/seeded-database.ts'
import type { TestApp } from './test-app.ts'

/** The actor; `which` and `what` select among the existing subjects. */
export interface Choice {
  who: number
  which: number
  what: number
}

export const pick = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length]

/** One of the names, chosen by weight. */
export function weighted<Name extends string>(weights: Record<Name, number>) {
  const names = Object.keys(weights) as Name[]
  return fc.constantFrom(...names.flatMap((name) => Array<Name>(weights[name]).fill(name)))
}

/** How often each interesting outcome occurred. */
export type Counts = ReturnType<typeof countNone>

export const countNone = () => ({
  booked: 0,
  bookedTogether: 0,
  conflicts: 0,
  paid: 0,
  refunded: 0,
  crashes: 0,
  cancel: 0,
  move: 0,
  closeTime: 0,
  refundByStaff: 0,
  payAll: 0,
  receiveAtDesk: 0,
  refundAtDesk: 0,
  handBack: 0,
  undoHandBack: 0,
  handBackFailed: 0,
})

/** What callers were last told about an appointment. */
interface Told {
  version: number
  status: 'booked' | 'cancelled'
  date: string
  slot: string
}

/** @throws Crash when the process was killed: the call may or may not have taken effect */
export async function orCrash(
  call: Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const response = await call
  if (response.statusCode === 500) throw new Crash()
  return response
}

/** What callers were told, which must be true, whatever else happened. */
export interface ToldModel {
  appointments: Map<string, Told>
  /** Cents refunded by cancellations and by staff, by appointment. */
  refundCents: Map<string, number>
  booked(id: string, told: Omit<Told, 'version' | 'status'>): void
  changed(options: ChangeOptions, refundCents: number): void
  refunded(appointmentId: string, cents: number): void
}

export function createModel(): ToldModel {
  const model: ToldModel = {
    appointments: new Map(),
    refundCents: new Map(),
    booked: (id, told) => model.appointments.set(id, { ...told, version: 0, status: 'booked' }),
    changed({ _id: id, version, status, date, slot }, cents) {
      const told = model.appointments.get(id)
      if (told && told.version >= version) return
      model.appointments.set(id, { version, status, date, slot })
      model.refunded(id, cents)
    },
    refunded(id, cents) {
      model.refundCents.set(id, (model.refundCents.get(id) ?? 0) + cents)
    },
  }
  return model
}

/** Checks that every appointment is as callers were told, unless the clinic changed it since. */
export function expectTold({ db }: TestApp, told: ToldModel): void {
  const rows = new Map(allOf(db, appointments).map((row) => [row.id, row]))
  for (const [id, { version, ...expected }] of told.appointments) {
    const row = rows.get(id)
    if (!row) throw new Error(`The appointment ${id} is lost`)
    expect(row.version).toBeGreaterThanOrEqual(version)
    if (expected.status === 'cancelled') expect(row.status).toBe('cancelled')
    if (row.version > version) continue
    const { status, date } = row
    expect({ id, status, date, slot: formatSlot(row) }).toEqual({ id, ...expected })
  }
}

/** Problems that are shown once per payment, whatever it covers. */
const OF_WHOLE_PAYMENT = new Set<ProblemCause>(['disputed', 'dispute_lost', 'amount_differs'])

/**
 * Checks, once everything has settled, that appointments, payments, refunds, emails and Stripe agree to the
 * cent.
 */
export async function expectAgreement(test: TestApp, told: ToldModel): Promise<void> {
  const { db, stripe } = test
  const desk = { db, stripe, now: test.now, today: () => '2027-03-01' }
  const differing = await compareWithStripe(desk, { signal: new AbortController().signal })
  const problems = listPaymentProblems(desk)
  const keys = problems.map(({ cause, subject }) => `${cause} ${subject}`)
  expect(new Set(keys).size).toBe(keys.length)
  const isAtDesk = (paymentId: string, appointmentId?: string) =>
    problems.some(
      (one) =>
        one.paymentId === paymentId &&
        (OF_WHOLE_PAYMENT.has(one.cause) || one.appointment?.id === appointmentId),
    )

  const rows = allOf(db, appointments)
  const isPaidBy = ({ paymentId, appointmentId }: PaymentItemRow) =>
    rows.some((row) => row.id === appointmentId && row.transactionId === paymentId)
  let unclear = 0
  for (const intent of stripe.intents.values()) {
    if (intent.status !== 'succeeded') continue
    const { id, receivedCents, refundedCents, disputed, disputeLost } = intent
    const items = listItems(db, id)
    const refunds = listRefundsOf(db, id)
    // Admins see refunds from Stripe's dashboard of a payment for several appointments, or of money that the
    // desk had already handed back.
    const isUnclear = readRecordedCents(db, id) !== receivedCents - refundedCents
    const mayBeUnclear =
      items.length > 1 || refunds.some(({ handedBackBy }) => handedBackBy !== null)
    if (isUnclear && !disputed) unclear += 1
    if (isUnclear) expect([id, mayBeUnclear && isAtDesk(id)]).toEqual([id, true])
    const open = refunds.filter(({ state }) => !/succeeded|failed/.test(state))
    expect(open).toEqual([])
    for (const item of items) {
      const keptCents = disputeLost ? 0 : keptOf(db, item)
      // Money is kept for an appointment, or an admin sees it.
      if (isPaidBy(item)) expect([id, keptCents]).not.toEqual([id, 0])
      else if (keptCents > 0) expect([id, isAtDesk(id, item.appointmentId)]).toEqual([id, true])
    }
    if (disputed) expect([id, isAtDesk(id)]).toEqual([id, true])
  }
  expect(differing).toBe(unclear)
  // Money paid at the desk that is not to be handed back pays for an appointment.
  for (const { id, method } of allOf(db, payments)) {
    if (method === 'card') continue
    for (const item of listItems(db, id)) {
      expect([id, isPaidBy(item)]).toEqual([id, keptOf(db, item) > 0])
    }
  }
  expectRefundsAsTold(test, told)
  expectEmails(test, rows)
}

/** Checks that refunds are as people were told when they requested them. */
function expectRefundsAsTold({ db }: TestApp, told: ToldModel): void {
  const asked = new Map<string, number>()
  for (const { kind, actor, data } of allOf(db, events)) {
    if (kind !== 'refund.requested' || actor === null) continue
    const { appointmentId, amountCents } = data as { appointmentId: string; amountCents: number }
    asked.set(appointmentId, (asked.get(appointmentId) ?? 0) + amountCents)
  }
  for (const [id, cents] of told.refundCents) {
    const done = asked.get(id) ?? 0
    expect(done).toBeGreaterThanOrEqual(cents)
  }
}

const EMAILS: Partial<Record<EventKind, NotificationKind>> = {
  'appointment.booked': 'booked',
  'appointment.paid': 'paid',
  'appointment.moved': 'moved',
  'appointment.cancelled': 'cancelled',
  'appointment.unpaid': 'unpaid',
}

/**
 * Checks that there is one email per event, to families with an account, and one for appointments paid
 * together.
 */
function expectEmails({ db }: TestApp, rows: (typeof appointments.$inferSelect)[]): void {
  const families = new Set(rows.flatMap(({ id, patientUid }) => (patientUid ? [id] : [])))
  const happened: string[] = []
  const paid = new Set<string>()
  for (const { kind, subject, data } of allOf(db, events)) {
    const email = EMAILS[kind]
    if (!email || !families.has(subject)) continue
    const { intentId } = data as { intentId?: string }
    if (email === 'paid') paid.add(`paid ${intentId}`)
    else happened.push(`${email} ${subject}`)
  }
  const known = new Set<string>(Object.values(EMAILS))
  const written: string[] = []
  for (const { kind, appointmentId, data } of allOf(db, notifications)) {
    if (!known.has(kind) || appointmentId === null) continue
    // A confirmation of several appointments counts for each of them.
    const { others = [], intentId } = data as { others?: string[]; intentId?: string }
    const about = [appointmentId, ...others].filter((id) => families.has(id))
    if (kind === 'paid' && about.length > 0) written.push(`paid ${intentId}`)
    else written.push(...about.map((id) => `${kind} ${id}`))
  }
  expect(written.toSorted()).toEqual([...happened, ...paid].toSorted())
}
