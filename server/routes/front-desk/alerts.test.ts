import { expect, test } from 'vitest'
import type { Family } from '#contract/families/families.ts'
import type { Agenda } from '#contract/front-desk/agenda.ts'
import { alertConflict, type ChildAlert, type ChildAlerts } from '#contract/front-desk/alerts.ts'
import { addChildren } from '#server/testing/blocks.ts'
import { book } from '#server/testing/paying.ts'
import { buildTestApp, signIn, signInStaff } from '#server/testing/test-app.ts'

const TUESDAY_MORNING = new Date('2027-03-02T13:30:00Z')

/** A family whose child has an appointment on Tuesday, and a desk. */
async function openDesk() {
  const api = await buildTestApp()
  const anna = await signIn(api, 'anna@example.com')
  const rita = await signInStaff(api, 'rita@example.com')
  const [childId = ''] = addChildren(api, anna, ['Mia'])
  const id = await book(api, anna, { child: childId })
  api.setTime(TUESDAY_MORNING)
  const path = `/children/${childId}/alerts`
  return {
    api,
    anna,
    childId,
    id,
    rita,
    path,
    add: async (kind: string, text: string) =>
      (await rita.post(path, { kind, text })).json<ChildAlert>(),
    read: async () => (await rita.get(path)).json<ChildAlerts>(),
    onAgenda: async () =>
      (await rita.get('/agenda?date=2027-03-02')).json<Agenda>().entries[0]?.alerts,
  }
}

test('are on the agenda and the family’s page with their authors', async () => {
  const { anna, rita, add, onAgenda } = await openDesk()
  await add('allergy', ' Peanuts ')
  await add('interpreter', 'Spanish')
  const shown = [
    { kind: 'allergy', text: 'Peanuts', by: 'rita', at: TUESDAY_MORNING.toISOString(), version: 1 },
    { kind: 'interpreter', text: 'Spanish' },
  ]
  expect(await onAgenda()).toMatchObject(shown)
  const family = (await rita.get(`/families/${anna.uid}`)).json<Family>()
  expect(family.children[0]?.alerts).toMatchObject(shown)
})

test('keep every version, also of a removed one', async () => {
  const { childId, rita, add, read, onAgenda, api } = await openDesk()
  const { _id } = await add('allergy', 'Peanuts')
  const path = `/children/${childId}/alerts/${_id}`
  await rita.put(path, { version: 1, kind: 'allergy', text: 'Peanuts and eggs' })
  await rita.put(path, { version: 2, kind: 'allergy', text: '' })
  expect(await onAgenda()).toEqual([])
  const { alerts, history } = await read()
  expect(alerts).toEqual([])
  expect(history.map(({ text }) => text)).toEqual(['', 'Peanuts and eggs', 'Peanuts'])
  for (const statement of [
    "UPDATE child_alerts SET text = 'None'",
    'DELETE FROM child_alerts',
    'INSERT OR REPLACE INTO child_alerts SELECT * FROM child_alerts',
  ]) {
    expect(() => api.db.$client.exec(statement), statement).toThrow('child_alert:immutable')
  }
})

test('show the second of two desks that change one alert the first one’s text', async () => {
  const { childId, rita, add } = await openDesk()
  const { _id } = await add('custody', 'Ask the mother')
  const path = `/children/${childId}/alerts/${_id}`
  await rita.put(path, { version: 1, kind: 'custody', text: 'Only the mother picks up' })
  const refused = await rita.put(path, { version: 1, kind: 'custody', text: 'Both pick up' })
  expect(refused.statusCode).toBe(409)
  expect(alertConflict.parse(refused.json())).toMatchObject({
    code: 'stale',
    current: { text: 'Only the mother picks up', version: 2 },
  })
})

test('are limited to what fits a row of the agenda', async () => {
  const { rita, path, add } = await openDesk()
  for (let number = 1; number <= 8; number += 1) await add('other', `Alert ${number}`)
  const refused = await rita.post(path, { kind: 'other', text: 'One more' })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many'])
  const unknown = await rita.put(`${path}/01a20f11-f18a-76a8-a878-6dae2a2a8068`, {
    version: 1,
    kind: 'other',
    text: 'x',
  })
  expect(unknown.statusCode).toBe(404)
})
