import { expect, test } from 'vitest'
import type { Closing } from '#contract/front-desk/cash-payments.ts'
import type { TillDay } from '#contract/front-desk/tills.ts'
import { book } from '#server/testing/paying.ts'
import { buildTestApp, changeClinic, signIn, signInStaff } from '#server/testing/test-app.ts'

const TODAY = '2027-03-01'

/** Two tills, and a family with appointments. */
async function openDesk() {
  const api = await buildTestApp()
  await changeClinic(api, { tills: 'Desk 1, Desk 2' })
  const anna = await signIn(api, 'anna@example.com')
  const rita = await signInStaff(api, 'rita@example.com')
  // A patient can have each treatment once a day.
  const bookAt = (slot: string) => {
    const other = slot.startsWith('10') && { treatment: 'Weight Loss', price: 80 }
    return book(api, anna, { date: 'Mar 2, 2027', slot, ...other })
  }
  return {
    api,
    rita,
    bookAt,
    async take(slot: string, till?: string) {
      const id = await bookAt(slot)
      const payload = { version: 0, method: 'cash', ...(till && { till }) }
      await rita.post(`/agenda/${id}/payment`, payload)
      return id
    },
    count: (till: string, kind: string, amount: number, more = {}) =>
      rita.put(`/closing/${TODAY}/tills`, { till, kind, version: 0, amount, note: '', ...more }),
    read: async () => (await rita.get(`/closing/${TODAY}`)).json<Closing>(),
  }
}

test('a till’s difference is the counted amount less float and cash of that till', async () => {
  const { rita, take, count, read } = await openDesk()
  const paid = await take('09:00 AM - 09:30 AM', 'Desk 1')
  await take('10:00 AM - 10:30 AM', 'Desk 2')
  await rita.post(`/agenda/${paid}/refund`, { version: 0, till: 'Desk 2', reason: 'Mistake' })
  await count('Desk 1', 'float', 100)
  await count('Desk 1', 'count', 209.5)
  await count('Desk 2', 'float', 50.25)
  const { tills, methods } = await read()
  expect(tills).toMatchObject([
    { till: 'Desk 1', taken: 110, refunded: 0, expected: 210, difference: -0.5 },
    { till: 'Desk 2', taken: 80, refunded: 110, expected: 20.25, difference: null },
  ])
  expect(tills[0]?.count).toMatchObject({ amount: 209.5, by: 'rita', version: 1 })
  const cash = methods.find(({ method }) => method === 'cash')
  const sum = (key: 'taken' | 'refunded') => tills.reduce((all, till) => all + till[key], 0)
  expect([sum('taken'), sum('refunded')]).toEqual([cash?.taken, cash?.refunded])
})

test('a family’s joint payment in cash counts for the till that took it', async () => {
  const { rita, bookAt, read } = await openDesk()
  const ids = [await bookAt('09:00 AM - 09:30 AM'), await bookAt('10:00 AM - 10:30 AM')]
  const together = { appointments: ids.map((id) => ({ id, version: 0 })), till: 'Desk 2' }
  await rita.post('/agenda/payments', { ...together, method: 'cash' })
  expect((await read()).tills).toMatchObject([
    { till: 'Desk 1', taken: 0 },
    { till: 'Desk 2', taken: 190 },
  ])
})

test('cash without a known till counts for the first one', async () => {
  const { take, read } = await openDesk()
  await take('09:00 AM - 09:30 AM')
  await take('10:00 AM - 10:30 AM', 'Somewhere')
  expect((await read()).tills).toMatchObject([
    { till: 'Desk 1', taken: 190 },
    { till: 'Desk 2', taken: 0 },
  ])
})

test('a correction needs a reason and keeps the former value; the second of two desks is refused', async () => {
  const { api, count, read } = await openDesk()
  await count('Desk 1', 'count', 100)
  const second = await count('Desk 1', 'count', 120)
  expect([second.statusCode, second.json().code]).toEqual([409, 'stale'])
  const silent = await count('Desk 1', 'count', 120, { version: 1 })
  expect(silent.json().code).toBe('reason_required')
  const corrected = await count('Desk 1', 'count', 120, { version: 1, note: 'A bill stuck' })
  expect(corrected.json<TillDay>().history.map(({ amount }) => amount)).toEqual([120, 100])
  expect((await read()).tills[0]?.count).toMatchObject({ amount: 120, note: 'A bill stuck' })
  for (const statement of [
    'UPDATE till_counts SET amount_cents = 0',
    'DELETE FROM till_counts',
    'INSERT OR REPLACE INTO till_counts SELECT * FROM till_counts',
  ]) {
    expect(() => api.db.$client.exec(statement), statement).toThrow('till_count:immutable')
  }
})

test('neither tomorrow nor an unknown till can be counted', async () => {
  const { rita, count } = await openDesk()
  expect((await count('Desk 3', 'float', 1)).json().code).toBe('unknown_till')
  const tomorrow = { till: 'Desk 1', kind: 'float', version: 0, amount: 1, note: '' }
  const early = await rita.put('/closing/2027-03-02/tills', tomorrow)
  expect(early.json().code).toBe('too_early')
})
