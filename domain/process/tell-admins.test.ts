import { beforeEach, expect, it } from 'vitest'
import type { AlarmKind } from '#contract/audit/alarms.ts'
import { type EmailTest, emailTest, HOUR, MINUTE } from '#domain/testing/emails.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { users } from '#drizzle/schema/index.ts'
import { addPatient } from '#drizzle/testing/seeded-database.ts'
import { tellAdmins } from './tell-admins.ts'

let test: EmailTest

beforeEach(() => {
  test = emailTest()
  for (const uid of ['ada', 'ben']) addPatient(test.db, uid)
  test.db.update(users).set({ role: 'admin', emailVerified: true }).run()
  addPatient(test.db, 'parent')
})

/** Writes the event and runs its job. */
function raise(alarm: AlarmKind) {
  const data =
    alarm === 'user.sessions_ended'
      ? { reason: 'password_reset' }
      : { intentId: 'pi_1', reason: 'lost' }
  const event = { kind: alarm, actor: null, subject: 'one', data } as Parameters<
    typeof appendEvent
  >[1]
  const eventId = appendEvent(test.db, event, test.now)
  tellAdmins(test.db, { alarm, eventId }, test.now)
  return eventId
}

/** The recipients, with the number of alarms in their email. */
const sent = () =>
  test.emails.sent.map((email) => [email.recipient.name, email.kind === 'alarm' && email.count])

it('writes to each admin at once', async () => {
  raise('payment.disputed')
  await test.run()
  expect(sent()).toEqual([
    [expect.stringMatching(/ada/i), 1],
    [expect.stringMatching(/ben/i), 1],
  ])
})

it('sends one email for a thousand alarms in a minute, and another one an hour later', async () => {
  for (let time = 0; time < 1_000; time += 1) {
    raise('payment.disputed')
    if (time === 0) await test.run()
    test.now = new Date(test.now.getTime() + 60)
  }
  await test.pass(59 * MINUTE - MINUTE)
  expect(sent()).toHaveLength(2)
  await test.pass(3 * MINUTE)
  expect(
    sent()
      .slice(2)
      .map(([, count]) => count),
  ).toEqual([999, 999])
  await test.pass(3 * HOUR, 10 * MINUTE)
  expect(sent()).toHaveLength(4)
})

it('emails at once again after an hour without alarms, and meanwhile about another kind', async () => {
  raise('payment.disputed')
  await test.run()
  raise('refund.failed')
  await test.run()
  expect(sent()).toHaveLength(4)
  await test.pass(HOUR + MINUTE, 10 * MINUTE)
  raise('payment.disputed')
  await test.run()
  expect(
    sent()
      .slice(4)
      .map(([, count]) => count),
  ).toEqual([1, 1])
})

it('does not email the admin concerned', async () => {
  tellAdmins(test.db, { alarm: 'user.promoted', eventId: 'event', besides: 'ada' }, test.now)
  expect(test.notifications()).toMatchObject([{ kind: 'alarm', uid: 'ben' }])
})

it('sends one email for an event whose job runs twice', async () => {
  const eventId = raise('payment.disputed')
  await test.run()
  tellAdmins(test.db, { alarm: 'payment.disputed', eventId }, test.now)
  await test.pass(2 * HOUR, 10 * MINUTE)
  expect(sent()).toHaveLength(2)
})

it.each([
  [9, []],
  [10, [10, 10]],
])('for %i users who were logged out within an hour, emails %j', async (times, told) => {
  for (let time = 0; time < times; time += 1) raise('user.sessions_ended')
  await test.run()
  expect(sent()).toEqual([])
  await test.pass(HOUR + MINUTE, 10 * MINUTE)
  expect(sent().map(([, count]) => count)).toEqual(told)
})

it('does not email a former admin', async () => {
  raise('payment.disputed')
  test.db.update(users).set({ role: 'patient' }).run()
  await test.run()
  expect(sent()).toEqual([])
  expect(test.states()).toEqual(['alarm dropped', 'alarm dropped'])
})
