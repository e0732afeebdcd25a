// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import type { Agenda, AgendaEntry } from '#contract/front-desk/agenda.ts'
import { expected } from '#machines/testing/attendance/attendance-walks.ts'
import { agendaOptions } from '#web/desk/appointments/agenda-api.ts'
import { fetched } from '#web/testing/fetched.ts'
import { createChangeReader, mergeAgenda } from './changed-appointments.ts'

const entry = (_id: string, startMinute: number, change: Partial<AgendaEntry> = {}) => ({
  ...expected,
  _id,
  startMinute,
  ...change,
})

function agendaOf(...entries: AgendaEntry[]): Agenda {
  return {
    today: expected.date,
    minute: 1,
    checkInMinutes: 60,
    lateMinutes: 5,
    rooms: [],
    entries,
    toSettle: 0,
    toHandBack: 0,
  }
}

const respond = (agenda: Agenda) => fetched.mockResolvedValueOnce(Response.json(agenda))
const asked = () => fetched.mock.calls.map(([path]) => String(path))
const DAY = { date: expected.date, days: 1 }

/** A screen that shows a day. */
async function show(agenda: Agenda) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const options = { ...agendaOptions(DAY), refetchInterval: false as const }
  const observer = new QueryObserver(queries, options)
  respond(agenda)
  onTestFinished(observer.subscribe(() => {}))
  onTestFinished(() => queries.clear())
  await expect.poll(() => observer.getCurrentResult().data).toEqual(agenda)
  const changes = createChangeReader(queries)
  return { changes, shown: () => observer.getCurrentResult().data?.entries.map(({ _id }) => _id) }
}

it('puts changed appointments in their places, adds new ones and removes those that are gone', () => {
  const known = agendaOf(entry('a', 500), entry('b', 510), entry('c', 520), entry('d', 530))
  const changed = { ...agendaOf(entry('e', 505), entry('b', 540, { paid: true })), toSettle: 3 }
  expect(mergeAgenda(known, changed, ['b', 'c', 'e'])).toEqual({
    ...changed,
    entries: [entry('a', 500), entry('e', 505), entry('d', 530), entry('b', 540, { paid: true })],
  })
})

it('requests the changed appointments only', async () => {
  const { changes, shown } = await show(agendaOf(entry('a', 500), entry('b', 510)))
  respond(agendaOf(entry('b', 490)))
  changes.read(['b'])
  await expect.poll(() => shown()).toEqual(['b', 'a'])
  expect(asked()).toHaveLength(2)
  expect(asked()[1]).toBe(`/agenda?date=${expected.date}&days=1&ids=b`)
})

it('loads the day again if too many have changed, or if requesting some fails', async () => {
  const { changes, shown } = await show(agendaOf(entry('a', 500)))
  respond(agendaOf(entry('b', 510)))
  changes.read(Array.from({ length: 51 }, (_, index) => `${index}`))
  await expect.poll(() => shown()).toEqual(['b'])
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  respond(agendaOf(entry('c', 510)))
  changes.read(['b'])
  await expect.poll(() => shown()).toEqual(['c'])
  const whole = `/agenda?date=${expected.date}&days=1`
  expect(asked()).toEqual([whole, whole, `${whole}&ids=b`, whole])
})

it('sends one request for changes that arrive during a request', async () => {
  const { changes, shown } = await show(agendaOf(entry('a', 500)))
  const first = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(first.promise)
  changes.read(['b'])
  await expect.poll(() => asked()).toHaveLength(2)
  changes.read(['c'])
  changes.read(['d', 'c'])
  respond(agendaOf(entry('c', 520), entry('d', 530)))
  first.resolve(Response.json(agendaOf(entry('b', 510))))
  await expect.poll(() => shown()).toEqual(['a', 'b', 'c', 'd'])
  expect(asked().slice(1)).toEqual([
    expect.stringContaining('&ids=b'),
    expect.stringContaining('&ids=c%2Cd'),
  ])
})
