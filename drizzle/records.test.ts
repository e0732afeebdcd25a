import { expect, it } from 'vitest'
import { type Database, migrateDatabase } from './client.ts'
import { appendEvent } from './queries/events.ts'
import { listNotes } from './queries/front-desk/notes.ts'
import { insertPaymentRequest } from './queries/payments/payment-requests.ts'
import {
  insertStripeEvent,
  listItems,
  markSucceeded,
  recordRequestedPayment,
} from './queries/payments/payments.ts'
import { insertRefund, moveRefund } from './queries/payments/refunds.ts'
import { oldDatabase } from './testing/old-database.ts'
import { addAppointment, NOW, seededDatabase } from './testing/seeded-database.ts'

/** A paid appointment with a successful refund, and an event of each kind of source. */
function recorded(): Database {
  const db = seededDatabase()
  const appointmentId = addAppointment(db)
  const request = {
    key: 'pi:1',
    payerUid: 'anna',
    attempt: 1,
    currency: 'usd',
    createdAt: NOW,
    items: [{ appointmentId, amountCents: 110_00 }],
  }
  insertPaymentRequest(db, request)
  recordRequestedPayment(db, 'pi_1', request, NOW)
  markSucceeded(db, 'pi_1', NOW)
  const [item] = listItems(db, 'pi_1')
  const refund = { id: 're', itemId: item?.id ?? '', amountCents: 50_00, reason: 'staff' } as const
  insertRefund(db, { ...refund, stripeId: 're_1', createdAt: NOW })
  moveRefund(db, { id: 're' }, ['requested'], 'succeeded', NOW)
  const event = { id: 'evt_1', type: 'charge.refunded', intentId: 'pi_1', createdAt: NOW }
  insertStripeEvent(db, { ...event, receivedAt: NOW })
  const received = { actor: null, subject: event.id, data: { type: event.type } }
  appendEvent(db, { kind: 'stripe.event_received', ...received }, NOW)
  return db
}

it.each([
  ["UPDATE events SET data = '{}'", 'event:immutable'],
  ['DELETE FROM events', 'event:immutable'],
  ['INSERT OR REPLACE INTO events SELECT * FROM events', 'event:immutable'],
  ['UPDATE refunds SET amount_cents = 1', 'refund:immutable'],
  ["UPDATE refunds SET note = 'because'", 'refund:immutable'],
  ["UPDATE refunds SET requested_by = 'someone'", 'refund:immutable'],
  ["UPDATE refunds SET state = 'pending'", 'refund:immutable'],
  ["UPDATE refunds SET stripe_id = 're_2'", 'refund:immutable'],
  ['DELETE FROM refunds', 'refund:immutable'],
  ['INSERT OR REPLACE INTO refunds SELECT * FROM refunds', 'refund:immutable'],
  ['UPDATE payments SET amount_cents = 1', 'payment:immutable'],
  ["UPDATE payments SET state = 'open', succeeded_at = NULL", 'payment:immutable'],
  ['DELETE FROM payments', 'payment:immutable'],
  ['INSERT OR REPLACE INTO payments SELECT * FROM payments', 'payment:immutable'],
  ['UPDATE payment_items SET amount_cents = 1', 'payment_item:immutable'],
  ['DELETE FROM payment_items', 'payment_item:immutable'],
  ['INSERT OR REPLACE INTO payment_items SELECT * FROM payment_items', 'payment_item:immutable'],
  ['UPDATE payment_requests SET attempt = 2', 'payment_request:immutable'],
  ['DELETE FROM payment_requests', 'payment_request:immutable'],
  ['UPDATE payment_request_items SET amount_cents = 1', 'payment_request:immutable'],
  ['DELETE FROM payment_request_items', 'payment_request:immutable'],
  ["UPDATE stripe_events SET type = ''", 'stripe_event:immutable'],
  ['DELETE FROM stripe_events', 'stripe_event:immutable'],
])('refuses to change a record: %s', (statement, error) => {
  const db = recorded()
  expect(() => db.$client.exec(statement)).toThrow(error)
})

it('accepts a payment only for what was requested', () => {
  const db = recorded()
  const other = "INSERT INTO payment_items VALUES ('other', 'pi_1', 'appointment-1', 1)"
  db.$client.exec('DROP TRIGGER payment_items_are_not_replaced')
  expect(() => db.$client.exec(other)).toThrow('payment_item:not_requested')
})

it('keeps what an earlier version has recorded: events, notes, refunds and limits of refunds', () => {
  const db = oldDatabase('0022_refunds_of_bills')
  const { $client } = db
  $client.exec(`
    INSERT INTO treatments (id, name, position) VALUES ('t', 'Allergy Testing', 1);
    INSERT INTO users (uid, email, name, created_at) VALUES ('anna', 'a@example.com', 'Anna', 0),
      ('rita', 'r@example.com', 'Rita', 0);`)
  const add = $client.prepare(`
    INSERT INTO appointments (id, treatment_id, treatment, price_cents, date, start_minute, length_minutes,
      patient_uid, patient_name, email, phone, address, staff_note, paid, transaction_id, paid_at,
      refund_ceiling, created_at)
    VALUES (@id, 't', 'Allergy Testing', 9550, @date, 600, 30, 'anna', 'Anna', 'a@example.com', '1', '1',
      @note, @paidAt IS NOT NULL, iif(@paidAt IS NULL, NULL, 'pi_' || @id), @paidAt, 0, 1)`)
  const rows = [
    { id: 'noted', date: '2027-04-01', note: 'Allergic to penicillin', paidAt: 10 },
    { id: 'unexplained', date: '2027-04-02', note: 'Prefers the quiet room', paidAt: 30 },
    { id: 'plain', date: '2027-04-03', note: '', paidAt: null },
  ]
  const addEvent = $client.prepare("INSERT INTO events VALUES (?, ?, 'rita', ?, '{}', ?)")
  for (const row of rows) {
    add.run(row)
    addEvent.run(`arrived ${row.id}`, 'appointment.arrived', row.id, NOW.getTime())
    $client
      .prepare("INSERT INTO events VALUES (?, 'appointment.moved', 'anna', ?, '{}', 20)")
      .run(`moved ${row.id}`, row.id)
  }
  addEvent.run('noted noted', 'appointment.noted', 'noted', NOW.getTime())
  $client.exec(`
    INSERT INTO payments (id, payer_uid, amount_cents, currency, state, created_at, checked_at, succeeded_at)
    VALUES ('pi_noted', 'anna', 9550, 'usd', 'succeeded', 1, 1, 10);
    INSERT INTO payment_items VALUES ('item', 'pi_noted', 'noted', 9550);
    INSERT INTO refunds (id, item_id, amount_cents, reason, state, created_at, checked_at)
    VALUES ('failed', 'item', 9550, 'staff', 'failed', 1, 1), ('due', 'item', 100, 'staff', 'requested', 2, 2);`)
  const read = (table: string) => $client.prepare(`SELECT * FROM ${table} ORDER BY id`).all()
  const before = ['events', 'payment_items', 'refunds', 'appointments', 'payments'].map(
    (table) => [table, read(table)] as const,
  )

  migrateDatabase(db)
  for (const [table, old] of before) expect(read(table), table).toMatchObject(old as object[])
  expect($client.pragma('foreign_key_check')).toEqual([])
  expect(rows.flatMap(({ id }) => listNotes(db, id))).toEqual([
    {
      appointmentId: 'noted',
      version: 1,
      note: 'Allergic to penicillin',
      writtenBy: 'rita',
      writtenAt: NOW,
      writtenByName: 'Rita',
    },
    {
      appointmentId: 'unexplained',
      version: 1,
      note: 'Prefers the quiet room',
      writtenBy: null,
      writtenAt: new Date(1),
      writtenByName: null,
    },
  ])
  // Only the first one was paid when it was moved.
  const ceilings = $client.prepare('SELECT id, note_version, refund_ceiling_of FROM appointments')
  expect(ceilings.raw().all().toSorted()).toEqual([
    ['noted', 1, 'pi_noted'],
    ['plain', 0, null],
    ['unexplained', 1, null],
  ])
  expect(moveRefund(db, { id: 'due' }, ['requested'], 'succeeded', NOW)).toBe(true)
})
