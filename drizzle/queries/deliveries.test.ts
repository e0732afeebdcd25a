import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Transaction } from '../client.ts'
import { eventDeliveries, events } from '../schema/index.ts'
import { migratedDatabase } from '../testing/migrated-database.ts'
import { writeAtOnce } from '../write-transaction.ts'
import {
  type ClaimedDelivery,
  claimDelivery,
  claimDue,
  countDeliveries,
  handBack,
  hasDue,
  listFailedDeliveries,
  markDone,
  markFailed,
  nextDueAt,
  renewLease,
  retryFailedDeliveries,
  retryLater,
  takeBackFromQueue,
  takeForQueue,
} from './deliveries.ts'
import { appendEvent } from './events.ts'

const LEASE = 8_000
const start = new Date('2026-03-02T09:00:00Z')
const at = (ms: number) => new Date(start.getTime() + ms)

let db: Transaction

beforeEach(() => {
  db = migratedDatabase()
})

/** Writes an event with one delivery, due at `start`; returns the event's id. */
function addDelivery(): string {
  const id = uuidv7()
  const event = { kind: 'appointment.booked', actor: 'u1', subject: 'a1', data: {} } as const
  db.insert(events)
    .values({ id, ...event, occurredAt: start })
    .run()
  db.insert(eventDeliveries).values({ eventId: id, handler: 'email.send', dueAt: start }).run()
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

describe('writing an event', () => {
  const event = {
    kind: 'image.removed',
    actor: 'u1',
    subject: 'i1',
    data: {},
  } as const

  it('writes the deliveries of its handlers, due now by the machine’s clock', () => {
    const before = Date.now()
    const eventId = appendEvent(db, event, new Date('2999-01-01'))
    expect(only()).toMatchObject({ eventId, handler: 'image.destroy', status: 'pending' })
    expect(only()?.dueAt.getTime()).toBeGreaterThanOrEqual(before)
    expect(hasDue(db, new Date())).toBe(true)
  })

  it('writes none for a kind without handlers, and none if the transaction is rolled back', () => {
    appendEvent(db, { kind: 'user.registered', actor: 'u1', subject: 'u1' }, start)
    expect(() =>
      writeAtOnce(db, (tx) => {
        appendEvent(tx, event, start)
        throw new Error('rolled back')
      }),
    ).toThrow('rolled back')
    expect(only()).toBeUndefined()
  })
})

describe('claiming', () => {
  it('returns the event with the claim and counts the attempt', () => {
    const id = addDelivery()
    expect(claimOne()).toMatchObject({
      eventId: id,
      handler: 'email.send',
      attempt: 1,
      event: { id, kind: 'appointment.booked', actor: 'u1', subject: 'a1', data: {} },
    })
  })

  it('claims a delivery once, until its lease has expired', () => {
    addDelivery()
    claimOne()
    expect(claimDue(db, at(LEASE - 1), 5, LEASE)).toEqual([])
    expect(claimDue(db, at(LEASE), 5, LEASE)).toMatchObject([{ attempt: 2 }])
  })

  it('claims nothing that is not due yet', () => {
    addDelivery()
    retryLater(db, claimOne(), 'busy', at(1_000))
    expect(hasDue(db, at(999))).toBe(false)
    expect(claimDue(db, at(999), 5, LEASE)).toEqual([])
    expect(hasDue(db, at(1_000))).toBe(true)
    expect(nextDueAt(db)).toEqual(at(1_000))
    expect(claimDue(db, at(1_000), 5, LEASE)).toMatchObject([{ attempt: 2 }])
  })

  it('renews a lease, but not a lost one', () => {
    addDelivery()
    const first = claimOne()
    expect(renewLease(db, first, at(4_000), LEASE)).toBe(true)
    expect(claimDue(db, at(LEASE), 5, LEASE)).toEqual([])
    const second = claimOne(at(4_000 + LEASE))
    expect(renewLease(db, first, at(4_000 + LEASE), LEASE)).toBe(false)
    expect(renewLease(db, second, at(4_000 + LEASE), LEASE)).toBe(true)
  })

  it('claims a job’s delivery before its due time, unless it is finished, held or unknown', () => {
    const eventId = addDelivery()
    const key = { eventId, handler: 'email.send' }
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
})

describe('the end of an attempt', () => {
  it('records success even from a process that has lost its lease', () => {
    addDelivery()
    const late = claimOne()
    claimOne(at(LEASE))
    markDone(db, late)
    expect(only()).toMatchObject({ status: 'done', lastError: null })
    expect(claimDue(db, at(10 * LEASE), 5, LEASE)).toEqual([])
  })

  it('records no failure and no return from a process that has lost its lease', () => {
    addDelivery()
    const late = claimOne()
    claimOne(at(LEASE))
    const held = only()
    retryLater(db, late, 'late', at(99_000))
    markFailed(db, late, 'late')
    handBack(db, late, at(99_000))
    expect(only()).toEqual(held)
  })

  it('does not count an attempt that was returned', () => {
    addDelivery()
    handBack(db, claimOne(), at(10))
    expect(only()).toMatchObject({ status: 'pending', attempts: 0, dueAt: at(10) })
  })

  it('lists failed deliveries, which are not due until they are retried', () => {
    const eventId = addDelivery()
    markFailed(db, claimOne(), 'x'.repeat(2_000))
    expect(claimDue(db, at(10 * LEASE), 5, LEASE)).toEqual([])
    expect(nextDueAt(db)).toBeNull()
    expect(listFailedDeliveries(db)).toMatchObject([
      { eventId, handler: 'email.send', kind: 'appointment.booked', subject: 'a1', attempts: 1 },
    ])
    expect(listFailedDeliveries(db)[0]?.lastError).toHaveLength(500)
    expect(countDeliveries(db)).toMatchObject({ failed: 1, pending: 0 })

    expect(retryFailedDeliveries(db, at(20), 'another event')).toBe(0)
    expect(retryFailedDeliveries(db, at(20), eventId)).toBe(1)
    expect(only()).toMatchObject({ status: 'pending', attempts: 0, dueAt: at(20), lastError: null })
  })

  it('retries all failed deliveries and no others', () => {
    addDelivery()
    markFailed(db, claimOne(), 'no')
    addDelivery()
    markDone(db, claimOne())
    expect(retryFailedDeliveries(db, at(20))).toBe(1)
    expect(countDeliveries(db)).toEqual({ pending: 1, running: 0, done: 1, failed: 0 })
  })
})

describe('handing over to the queue', () => {
  it('takes a due delivery once per hold time', () => {
    const eventId = addDelivery()
    const key = { eventId, handler: 'email.send', attempts: 0 }
    expect(takeForQueue(db, start, 10, 30_000)).toEqual([key])
    expect(takeForQueue(db, at(29_999), 10, 30_000)).toEqual([])
    expect(takeForQueue(db, at(30_000), 10, 30_000)).toEqual([key])
  })

  it('takes the delivery of a killed worker again', () => {
    const eventId = addDelivery()
    claimDelivery(db, { eventId, handler: 'email.send' }, start, LEASE)
    expect(takeForQueue(db, at(LEASE - 1), 10, 30_000)).toEqual([])
    expect(takeForQueue(db, at(LEASE), 10, 30_000)).toMatchObject([{ eventId, attempts: 1 }])
    expect(only()).toMatchObject({ status: 'pending', attempts: 1 })
  })

  it('makes refused deliveries due at once, except those that a worker has started', () => {
    const eventId = addDelivery()
    addDelivery()
    const keys = takeForQueue(db, start, 10, 30_000)
    claimDelivery(db, { eventId, handler: 'email.send' }, start, LEASE)
    takeBackFromQueue(db, keys, at(1))
    expect(takeForQueue(db, at(1), 10, 30_000)).toEqual(keys.slice(1))
  })
})
