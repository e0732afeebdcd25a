import type { Logger } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Database, migrateDatabase, openDatabase } from '../client.ts'
import * as schema from '../schema.ts'
import { eventDeliveries, events } from '../schema.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  claimDue,
  countDeliveries,
  handBack,
  hasDue,
  markDone,
  nextDueAt,
  park,
  renewLease,
  retryLater,
  takeBackFromQueue,
  takeForQueue,
} from './deliveries.ts'
import { appendEvent } from './events.ts'
import { listParked, retryParked } from './failed-deliveries.ts'
import { fanOut, hasUnpublished } from './outbox.ts'

const LEASE = 8_000
const start = new Date('2026-03-02T09:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)
const bookingHandlers = (kind: string) =>
  kind === 'appointment.booked' ? ['letter.send', 'figures.count'] : []

let db: Database

beforeEach(() => {
  db = openDatabase(':memory:')
  migrateDatabase(db)
})

function book(subject = 'a1'): string {
  return appendEvent(
    db,
    { kind: 'appointment.booked', actor: 'u1', subject, data: { n: 1 } },
    start,
  )
}

function bookForOneHandler(): string {
  const id = book()
  fanOut(db, () => ['letter.send'], start, 10)
  return id
}

function claimOne(now = start): ClaimedDelivery {
  const [claim] = claimDue(db, now, 1, LEASE)
  if (!claim) throw new Error('nothing was due')
  return claim
}

function only() {
  const [row, ...others] = db.select().from(eventDeliveries).all()
  expect(others).toEqual([])
  return row
}

describe('publishing', () => {
  test('makes one delivery for each subscribed handler, once', () => {
    const id = book()
    expect(hasUnpublished(db)).toBe(true)
    expect(fanOut(db, bookingHandlers, start, 10)).toBe(1)
    expect(hasUnpublished(db)).toBe(false)
    expect(fanOut(db, bookingHandlers, start, 10)).toBe(0)
    const rows = db.select().from(eventDeliveries).all()
    expect(rows.map((row) => [row.eventId, row.handler, row.status, row.attempts])).toEqual([
      [id, 'letter.send', 'pending', 0],
      [id, 'figures.count', 'pending', 0],
    ])
  })

  test('marks an event published though nobody subscribes to it', () => {
    appendEvent(db, { kind: 'user.registered', actor: 'u1', subject: 'u1' }, start)
    fanOut(db, bookingHandlers, at(5), 10)
    expect(db.select().from(events).all()).toMatchObject([{ publishedAt: at(5) }])
    expect(countDeliveries(db)).toEqual({ pending: 0, running: 0, done: 0, parked: 0 })
  })

  test('takes no more events than the limit, oldest first', () => {
    const ids = [book('a1'), book('a2'), book('a3')]
    expect(fanOut(db, () => ['letter.send'], start, 2)).toBe(2)
    expect(
      db
        .select()
        .from(eventDeliveries)
        .all()
        .map((row) => row.eventId),
    ).toEqual(ids.slice(0, 2))
  })
})

describe('claiming', () => {
  test('gives the event with the claim and counts the attempt', () => {
    const id = bookForOneHandler()
    expect(claimOne()).toMatchObject({
      eventId: id,
      handler: 'letter.send',
      attempt: 1,
      event: { id, kind: 'appointment.booked', actor: 'u1', subject: 'a1', data: { n: 1 } },
    })
  })

  test('gives a delivery to one claimer only, until its lease has lapsed', () => {
    bookForOneHandler()
    claimOne()
    expect(claimDue(db, at(LEASE - 1), 5, LEASE)).toEqual([])
    expect(claimDue(db, at(LEASE), 5, LEASE)).toMatchObject([{ attempt: 2 }])
  })

  test('leaves what is not due yet', () => {
    bookForOneHandler()
    retryLater(db, claimOne(), 'busy', at(1_000))
    expect(hasDue(db, at(999))).toBe(false)
    expect(claimDue(db, at(999), 5, LEASE)).toEqual([])
    expect(hasDue(db, at(1_000))).toBe(true)
    expect(nextDueAt(db)).toEqual(at(1_000))
    expect(claimDue(db, at(1_000), 5, LEASE)).toMatchObject([{ attempt: 2 }])
  })

  test('a renewed lease holds longer; a lost one cannot be renewed', () => {
    bookForOneHandler()
    const first = claimOne()
    expect(renewLease(db, first, at(4_000), LEASE)).toBe(true)
    expect(claimDue(db, at(LEASE), 5, LEASE)).toEqual([])
    const second = claimOne(at(4_000 + LEASE))
    expect(renewLease(db, first, at(4_000 + LEASE), LEASE)).toBe(false)
    expect(renewLease(db, second, at(4_000 + LEASE), LEASE)).toBe(true)
  })

  test('a job from the queue is claimed before its due time, unless finished, held or unknown', () => {
    const eventId = bookForOneHandler()
    const key = { eventId, handler: 'letter.send' }
    retryLater(db, claimOne(), 'busy', at(60_000))
    const claim = claimDelivery(db, key, start, LEASE)
    expect(claim).toMatchObject({ attempt: 2 })
    expect(claimDelivery(db, key, at(1), LEASE)).toBe('held')
    expect(claimDelivery(db, key, at(LEASE), LEASE)).toMatchObject({ attempt: 3 })
    if (typeof claim === 'string') throw new Error(claim)
    markDone(db, claim)
    expect(claimDelivery(db, key, at(LEASE), LEASE)).toBe('finished')
    expect(claimDelivery(db, { eventId, handler: 'no.such' }, start, LEASE)).toBe('unknown')
  })

  test('the search for due deliveries uses the index that leaves out finished ones', () => {
    const queries: { text: string; params: unknown[] }[] = []
    const logger: Logger = { logQuery: (text, params) => void queries.push({ text, params }) }
    const logged = drizzle(db.$client, { schema, logger })
    claimDue(logged, start, 5, LEASE)
    hasDue(logged, start)
    nextDueAt(logged)
    expect(queries).toHaveLength(3)
    for (const { text, params } of queries) {
      const plan = db.$client.prepare(`explain query plan ${text}`).all(...params)
      expect(JSON.stringify(plan)).toContain('INDEX event_deliveries_due')
    }
  })
})

describe('the end of an attempt', () => {
  test('done is done, even by a process that had lost its lease', () => {
    bookForOneHandler()
    const late = claimOne()
    claimOne(at(LEASE))
    markDone(db, late)
    expect(only()).toMatchObject({ status: 'done', lastError: null })
    expect(claimDue(db, at(10 * LEASE), 5, LEASE)).toEqual([])
  })

  test('a process that lost its lease can neither postpone, park nor hand back', () => {
    bookForOneHandler()
    const late = claimOne()
    claimOne(at(LEASE))
    const held = only()
    retryLater(db, late, 'late', at(99_000))
    park(db, late, 'late')
    handBack(db, late, at(99_000))
    expect(only()).toEqual(held)
  })

  test('handed back at shutdown, the attempt does not count', () => {
    bookForOneHandler()
    handBack(db, claimOne(), at(10))
    expect(only()).toMatchObject({ status: 'pending', attempts: 0, dueAt: at(10) })
  })

  test('parked deliveries are listed and wait until they are retried', () => {
    const eventId = bookForOneHandler()
    park(db, claimOne(), 'x'.repeat(2_000))
    expect(claimDue(db, at(10 * LEASE), 5, LEASE)).toEqual([])
    expect(nextDueAt(db)).toBeNull()
    expect(listParked(db)).toMatchObject([
      { eventId, handler: 'letter.send', kind: 'appointment.booked', subject: 'a1', attempts: 1 },
    ])
    expect(listParked(db)[0]?.lastError).toHaveLength(500)
    expect(countDeliveries(db)).toMatchObject({ parked: 1, pending: 0 })

    expect(retryParked(db, at(20), 'another event')).toBe(0)
    expect(retryParked(db, at(20), eventId)).toBe(1)
    expect(only()).toMatchObject({ status: 'pending', attempts: 0, dueAt: at(20), lastError: null })
  })

  test('retrying all takes every parked delivery and nothing else', () => {
    bookForOneHandler()
    park(db, claimOne(), 'no')
    book('a2')
    fanOut(db, () => ['letter.send'], start, 10)
    markDone(db, claimOne())
    expect(retryParked(db, at(20))).toBe(1)
    expect(countDeliveries(db)).toEqual({ pending: 1, running: 0, done: 1, parked: 0 })
  })
})

describe('handing over to the queue', () => {
  test('takes what is due, once in the time of hold', () => {
    const eventId = bookForOneHandler()
    const key = { eventId, handler: 'letter.send', attempts: 0 }
    expect(takeForQueue(db, start, 10, 30_000)).toEqual([key])
    expect(takeForQueue(db, at(29_999), 10, 30_000)).toEqual([])
    expect(takeForQueue(db, at(30_000), 10, 30_000)).toEqual([key])
  })

  test('hands over again what a killed worker had', () => {
    const eventId = bookForOneHandler()
    claimDelivery(db, { eventId, handler: 'letter.send' }, start, LEASE)
    expect(takeForQueue(db, at(LEASE - 1), 10, 30_000)).toEqual([])
    expect(takeForQueue(db, at(LEASE), 10, 30_000)).toMatchObject([{ eventId, attempts: 1 }])
    expect(only()).toMatchObject({ status: 'pending', attempts: 1 })
  })

  test('what the queue refused is due at once, but not what a worker has begun', () => {
    const eventId = bookForOneHandler()
    book('a2')
    fanOut(db, () => ['letter.send'], start, 10)
    const keys = takeForQueue(db, start, 10, 30_000)
    claimDelivery(db, { eventId, handler: 'letter.send' }, start, LEASE)
    takeBackFromQueue(db, keys, at(1))
    expect(takeForQueue(db, at(1), 10, 30_000)).toEqual(keys.slice(1))
  })
})
