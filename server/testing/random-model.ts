import { expect } from 'vitest'
import type { ChangeOptions } from '../../contract/appointment-changes.ts'
import type { EventKind } from '../../contract/events.ts'
import type { NotificationKind } from '../../contract/notifications.ts'
import { formatSlot } from '../../contract/slots.ts'
import { compareWithStripe } from '../../domain/payments/compare.ts'
import { listPaymentProblems } from '../../domain/payments/problems.ts'
import { readRecordedCents } from '../../drizzle/queries/payment-problems.ts'
import { listItems } from '../../drizzle/queries/payments.ts'
import { keptOf, listRefundsOf } from '../../drizzle/queries/refunds.ts'
import { appointments, events, notifications } from '../../drizzle/schema/index.ts'
import type { TestApp } from './test-app.ts'

/** What callers were last told about an appointment. */
interface Told {
  version: number
  status: 'booked' | 'cancelled'
  date: string
  slot: string
}

/** What the callers were told: it must be true, whatever else happened. */
export interface ToldModel {
  appointments: Map<string, Told>
  /** Cents that came back by cancellation and by the staff, by appointment. */
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

/** Every appointment is where the callers were told, unless the clinic has changed it since. */
export function expectTold({ db }: TestApp, told: ToldModel): void {
  const rows = new Map(
    db
      .select()
      .from(appointments)
      .all()
      .map((row) => [row.id, row]),
  )
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

/** At rest: appointments, payments, refunds, emails and Stripe agree to the cent. */
export async function expectAgreement(test: TestApp, told: ToldModel): Promise<void> {
  const { db, stripe } = test
  const desk = { db, stripe, now: test.now, today: () => '2027-03-01' }
  expect(await compareWithStripe(desk, { signal: new AbortController().signal })).toBe(0)
  const problems = listPaymentProblems(desk)
  const keys = problems.map(({ cause, subject }) => `${cause} ${subject}`)
  expect(new Set(keys).size).toBe(keys.length)
  const atDesk = new Set(problems.map(({ paymentId }) => paymentId))

  const rows = db.select().from(appointments).all()
  for (const intent of stripe.intents.values()) {
    if (intent.status !== 'succeeded') continue
    const { id, receivedCents, refundedCents, disputed, disputeLost } = intent
    expect([id, readRecordedCents(db, id)]).toEqual([id, receivedCents - refundedCents])
    const open = listRefundsOf(db, id).filter(({ state }) => !/succeeded|failed/.test(state))
    expect(open).toEqual([])
    const [item] = listItems(db, id)
    const keptCents = item && !disputeLost ? keptOf(db, item) : 0
    const pays = rows.some(({ transactionId }) => transactionId === id)
    // Money is kept for an appointment, or an admin sees it.
    if (pays) expect([id, keptCents]).not.toEqual([id, 0])
    else if (keptCents > 0) expect([id, atDesk.has(id)]).toEqual([id, true])
    if (disputed) expect([id, atDesk.has(id)]).toEqual([id, true])
  }
  expectRefundsAsTold(test, told)
  expectEmails(test, rows)
}

/** What people asked for, as the events say it, is what they were told. */
function expectRefundsAsTold({ db }: TestApp, told: ToldModel): void {
  const asked = new Map<string, number>()
  for (const { kind, actor, data } of db.select().from(events).all()) {
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

/** One email for each event, to families that still have their account. */
function expectEmails({ db }: TestApp, rows: (typeof appointments.$inferSelect)[]): void {
  const count = (names: string[]) =>
    Object.fromEntries(
      [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
    )
  const families = new Set(rows.flatMap(({ id, patientUid }) => (patientUid ? [id] : [])))
  const happened = db
    .select()
    .from(events)
    .all()
    .flatMap(({ kind, subject }) => {
      const email = EMAILS[kind]
      return email && families.has(subject) ? [`${email} ${subject}`] : []
    })
  const known = new Set<string>(Object.values(EMAILS))
  const written = db
    .select()
    .from(notifications)
    .all()
    .flatMap(({ kind, appointmentId, data }) => {
      // One confirmation of several appointments counts for each.
      const { others = [] } = data as { others?: string[] }
      const about = appointmentId === null ? [] : [appointmentId, ...others]
      return about.flatMap((id) => (known.has(kind) && families.has(id) ? [`${kind} ${id}`] : []))
    })
  expect(count(written)).toEqual(count(happened))
}
