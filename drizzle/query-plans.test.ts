import { expect, it, vi } from 'vitest'
import type { InsightRows } from '#contract/insights/insights.ts'
import { listEvents } from '#drizzle/queries/audit/audit-log.ts'
import { findPeople } from '#drizzle/queries/audit/audit-people.ts'
import { readMetrics } from '#drizzle/queries/process/metrics.ts'
import type { Transaction } from './client.ts'
import {
  listAppointments,
  listFamilyOnDay,
  listOccupiedTimes,
  listSharedAppointments,
} from './queries/booking/appointments.ts'
import { listPastAppointments } from './queries/booking/history.ts'
import { claimDue, hasDue, nextDueAt } from './queries/deliveries.ts'
import { findUnrecordedViews } from './queries/events.ts'
import { countUnsettled, listAgenda, listUnsettled } from './queries/front-desk/agenda.ts'
import { searchFamilies } from './queries/front-desk/families.ts'
import { countOwing, listOwing, sumOwing } from './queries/front-desk/todo.ts'
import { listUsers } from './queries/identity/users.ts'
import { countInsightAppointments } from './queries/insights/insight-appointments.ts'
import { ALL } from './queries/insights/roll-ups.ts'
import {
  claimNext,
  hasDueNotification,
  readNotificationMetrics,
} from './queries/notifications/notification-queue.ts'
import { listNotifications } from './queries/notifications/notifications.ts'
import { listDaysWithoutReminder } from './queries/notifications/reminders.ts'
import { listUnreachable, markBounced } from './queries/notifications/unreachable.ts'
import { listPayments } from './queries/payments/payment-list.ts'
import { listProblems } from './queries/payments/payment-problems.ts'
import { findLatestRequest, nextAttempt } from './queries/payments/payment-requests.ts'
import { listOpenPayments } from './queries/payments/payments.ts'
import { readPaidItems } from './queries/payments/refunds.ts'
import { listComingTimes, readInOrder } from './queries/schedule/schedule-conflicts.ts'
import { listComingOfTreatment, listTreatments } from './queries/schedule/treatments.ts'
import {
  countClosedToCall,
  listClosedPage,
  listClosedToCall,
  listEntryPage,
  listFirstInTurn,
  listOwnClosed,
  listOwnEntries,
} from './queries/waitlist/entry-lists.ts'
import { findEntryToLookAt, listReoffersOf } from './queries/waitlist/waitlist.ts'
import { NOW, seededDatabase } from './testing/seeded-database.ts'

// The site never runs ANALYZE, so SQLite makes the same plans for an empty database as for a million
// appointments.

/** SQLite's plans of the statements that `work` runs (https://sqlite.org/eqp.html). */
function plansOf(db: Transaction, work: (db: Transaction) => unknown): string[] {
  const prepare = vi.spyOn(db.$client, 'prepare')
  work(db)
  const asked = prepare.mock.calls.map(([text]) => text)
  prepare.mockRestore()
  return asked.flatMap((text) => {
    const values = Array.from(text.matchAll(/\?/g), () => null)
    const steps = db.$client.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values)
    return (steps as { detail: string }[]).map(({ detail }) => detail)
  })
}

// The plan of a minimum says SEARCH even without an index.
const LONG =
  /^(?:SCAN|SEARCH) (appointments|children|desk_families|event_deliveries|events|former_people|guardianships|identity_changes|notifications|payments|payment_items|payment_requests|payment_request_items|receipts|refunds|search_people|search_payments|users|waitlist_entries)\b(?! USING)/
const SORT = /^USE TEMP B-TREE FOR ORDER BY/

const earlier = '01890000-0000-7000-8000-000000000000'
const MONDAY = { today: '2027-03-01', minute: 480 }
const problemLimits = {
  notNeededSince: NOW,
  overBefore: '2027-03-02',
  requestedBefore: NOW,
  pendingBefore: NOW,
}
const figure = (of: InsightRows) => ({
  of,
  range: { from: '2027-02-01', to: '2027-02-28' },
  scope: { doctorId: ALL, treatmentId: ALL },
})
const schedule = { firstAfter: 1, staleAfter: 1, staleInterval: 1, ageDivisor: 1 }

const IN_ORDER: [string, (db: Transaction) => unknown][] = [
  ['all events', (db) => listEvents(db, { limit: 50 })],
  ['events of a kind', (db) => listEvents(db, { kind: 'appointment.booked', limit: 50 })],
  [
    'earlier events of a kind',
    (db) => listEvents(db, { kind: 'appointment.booked', before: earlier, limit: 50 }),
  ],
  ['a page of users', (db) => listUsers(db, { page: 500, limit: 20 })],
  ['a patient’s appointments', (db) => listAppointments(db, 'anna')],
  ['payments', (db) => listPayments(db, { limit: 50 })],
  ['later payments', (db) => listPayments(db, { before: { succeededAt: 1, id: 'pi' }, limit: 50 })],
  ['all notifications', (db) => listNotifications(db, { limit: 50 })],
  ['failed notifications', (db) => listNotifications(db, { state: 'failed', limit: 50 })],
  ['a user’s notifications', (db) => listNotifications(db, { uid: 'anna', limit: 50 })],
  ['the next notification', (db) => claimNext(db, NOW, { leaseMs: 1, intervalMs: 1 })],
  [
    'a family’s appointments on a day',
    (db) => listFamilyOnDay(db, { family: 'a', date: '2027-03-02' }),
  ],
  ['users who cannot be reached', (db) => listUnreachable(db)],
  [
    'appointments to settle',
    (db) => [
      listUnsettled(db, { from: '2027-02-01', to: '2027-02-28', after: earlier, limit: 50 }),
      countUnsettled(db, { from: '2027-02-01', to: '2027-02-28' }),
    ],
  ],
  ['the waiting list', (db) => listEntryPage(db, { limit: 50 })],
  ['a later page of the waiting list', (db) => listEntryPage(db, { after: earlier, limit: 50 })],
]

it.each(IN_ORDER)('%s: read in order with an index', (_name, work) => {
  const plans = plansOf(seededDatabase(), work)
  expect(plans).not.toEqual([])
  expect(plans.filter((step) => LONG.test(step) || SORT.test(step))).toEqual([])
})

const BY_INDEX: [string, (db: Transaction) => unknown][] = [
  ['a day’s booked times', (db) => listOccupiedTimes(db, '2027-03-02')],
  ['families by name', (db) => searchFamilies(db, 'anna lee', { limit: 20, from: MONDAY })],
  ['families by two letters', (db) => searchFamilies(db, 'an', { limit: 20, from: MONDAY })],
  ['users by name', (db) => listUsers(db, { search: 'anna', page: 1, limit: 20 })],
  ['users of a role', (db) => listUsers(db, { role: 'staff', page: 1, limit: 20 })],
  ['who works at the clinic', (db) => listUsers(db, { role: 'clinic', page: 1, limit: 20 })],
  ['people of the audit log', (db) => findPeople(db, 'anna', 6)],
  ['payments by name', (db) => listPayments(db, { search: 'anna', limit: 50 })],
  [
    'later payments by name',
    (db) => listPayments(db, { search: 'anna', before: { succeededAt: 1, id: 'pi' }, limit: 50 }),
  ],
  [
    'views that are recorded',
    (db) => findUnrecordedViews(db, { viewer: 'desk', viewed: ['anna'], what: 'agenda' }, NOW),
  ],
  ['the money of a list', (db) => readPaidItems(db, [earlier])],
  [
    'changed appointments of the agenda',
    (db) => listAgenda(db, { from: '2027-03-02', to: '2027-03-08', ids: [earlier] }),
  ],
  ['the agenda of a week', (db) => listAgenda(db, { from: '2027-03-02', to: '2027-03-08' })],
  [
    'unpaid visits',
    (db) => [
      listOwing(db, { from: '2027-01-01', to: '2027-02-28', limit: 50 }),
      countOwing(db, { from: '2027-01-01', to: '2027-02-28' }),
      sumOwing(db, { from: '2027-01-01', to: '2027-02-28' }, ['2027-02-01', '2027-01-01']),
    ],
  ],
  ['appointments that may not fit', (db) => listComingTimes(db, MONDAY)],
  ['some appointments', (db) => readInOrder(db, [{ id: earlier }])],
  ['treatments', (db) => listTreatments(db)],
  [
    'what a family waits for',
    (db) => [listOwnEntries(db, 'anna'), listReoffersOf(db, earlier), listFirstInTurn(db, ['a'])],
  ],
  [
    'waits that closed days have ended',
    (db) => [
      listOwnClosed(db, 'anna', NOW),
      listClosedPage(db, { since: NOW, limit: 50 }),
      listClosedToCall(db, MONDAY.today),
      countClosedToCall(db, MONDAY.today),
      findEntryToLookAt(db, MONDAY.today),
    ],
  ],
  ['coming appointments of a treatment', (db) => listComingOfTreatment(db, 'a', MONDAY)],
  ['families by phone', (db) => searchFamilies(db, '555 0100', { limit: 20, from: MONDAY })],
  ['what is due', (db) => [hasDue(db, NOW), nextDueAt(db), claimDue(db, NOW, 5, 1)]],
  [
    'the newest request of an appointment',
    (db) => [findLatestRequest(db, 'unknown'), nextAttempt(db, 'unknown')],
  ],
  ['open intents', (db) => listOpenPayments(db, { now: NOW, schedule, limit: 10 })],
  ['due notifications', (db) => [hasDueNotification(db, NOW), readNotificationMetrics(db, NOW)]],
  ['a reported bounce', (db) => markBounced(db, '<1@clinic>', '5.1.1')],
  ['the reconciliation page', (db) => listProblems(db, problemLimits)],
  ['days without a reminder', (db) => listDaysWithoutReminder(db, { today: '2027-03-02' })],
  [
    'days of a family without a reminder',
    (db) => listDaysWithoutReminder(db, { today: '2027-03-02', deskFamilyId: 'family' }),
  ],
  [
    'an appointment’s notifications',
    (db) => listNotifications(db, { appointmentId: earlier, limit: 50 }),
  ],
  ['shared appointments', (db) => listSharedAppointments(db, 'anna')],
  [
    'what a user has paid',
    (db) => listPastAppointments(db, { uid: 'anna', moment: MONDAY, limit: 20 }),
  ],
  ['the metrics', (db) => readMetrics(db, { openedBefore: NOW })],
]

it.each(BY_INDEX)('%s: searched with an index', (_name, work) => {
  const plans = plansOf(seededDatabase(), work)
  expect(plans).not.toEqual([])
  expect(plans.filter((step) => LONG.test(step))).toEqual([])
})

it.each([
  [
    'appointments_unsettled',
    (db: Transaction) => countUnsettled(db, { from: '2027-02-01', to: '2027-02-28' }),
  ],
  [
    'appointments_unpaid',
    (db: Transaction) => countOwing(db, { from: '2027-02-01', to: '2027-02-28' }),
  ],
  ['appointments_coming', (db: Transaction) => listComingTimes(db, MONDAY)],
  ['appointments_unpaid', (db: Transaction) => countInsightAppointments(db, figure('unpaid'))],
  [
    'appointments_missed_by_date',
    (db: Transaction) => countInsightAppointments(db, figure('missed')),
  ],
])('reads %s, not each appointment of the days', (index, work) => {
  expect(plansOf(seededDatabase(), work)).toContainEqual(expect.stringContaining(`INDEX ${index} `))
})

it('searches the events of a kind by or about a user with an index on the user', () => {
  const people = [{ id: 'anna', email: null }]
  const filter = { kind: 'appointment.booked', people, limit: 50 } as const
  const all = plansOf(seededDatabase(), (db) => listEvents(db, filter))
  expect(all.filter((step) => LONG.test(step))).toEqual([])
  expect(all).toContainEqual(expect.stringContaining('events_booked_by (actor=?'))
  expect(all).toContainEqual(expect.stringContaining('events_about (<expr>=?'))
  expect(all).toContainEqual(expect.stringContaining('events_by_actor (actor=?'))
  expect(all).toContainEqual(expect.stringContaining('events_by_subject (subject=?'))
  expect(all).not.toContainEqual(expect.stringContaining('events_of_kind'))
})
