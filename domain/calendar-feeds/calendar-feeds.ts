import { millisecondsInMinute } from 'date-fns/constants'
import { v7 as uuidv7 } from 'uuid'
import { MOST_FEEDS, type NewFeed } from '#contract/calendar-feeds/calendar-feeds.ts'
import type { Transaction } from '#drizzle/client.ts'
import {
  closeFeed,
  countFeeds,
  type FeedRow,
  findFeed,
  insertFeed,
  type NamedFeed,
  touchFeed,
} from '#drizzle/queries/calendar-feeds/calendar-feeds.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { hasDoctor } from '#drizzle/queries/schedule/doctors.ts'
import { createFeedToken, hashOfToken } from './feed-token.ts'

interface FeedMaker {
  uid: string
  /** Admins may create feeds with names, and revoke the feeds of others. */
  isAdmin: boolean
  now: Date
}

/** Creates a feed: docs/requirements.md#calendar-feeds. Only the caller gets the token. */
export function makeFeed(
  db: Transaction,
  { doctor, withNames }: NewFeed,
  { uid, isAdmin, now }: FeedMaker,
):
  | { outcome: 'made'; feed: NamedFeed; token: string }
  | { outcome: 'names_refused' | 'unknown_doctor' | 'too_many' } {
  if (withNames && !isAdmin) return { outcome: 'names_refused' }
  if (doctor !== null && !hasDoctor(db, doctor)) return { outcome: 'unknown_doctor' }
  if (countFeeds(db, uid) >= MOST_FEEDS) return { outcome: 'too_many' }
  const id = uuidv7()
  const token = createFeedToken()
  insertFeed(db, {
    id,
    tokenHash: hashOfToken(token),
    doctorId: doctor,
    withNames,
    createdBy: uid,
    createdAt: now,
  })
  const data = { withNames, ...(doctor !== null && { doctorId: doctor }) }
  appendEvent(db, { kind: 'feed.created', actor: uid, subject: id, data }, now)
  const feed = findFeed(db, id)
  if (!feed) throw new Error('The feed was not stored.')
  return { outcome: 'made', feed, token }
}

/** Revokes a feed: the user's own, or any for admins. */
export function revokeFeed(
  db: Transaction,
  id: string,
  { uid, isAdmin, now }: FeedMaker,
): 'revoked' | 'not_found' {
  const found = findFeed(db, id)
  if (!found || (found.feed.createdBy !== uid && !isAdmin)) return 'not_found'
  if (!closeFeed(db, id, now)) return 'not_found'
  appendEvent(db, { kind: 'feed.revoked', actor: uid, subject: id }, now)
  return 'revoked'
}

/** How often the use of a feed is recorded, in milliseconds. */
const USE_RECORDED_EVERY = 5 * millisecondsInMinute

/** Whether this use of the feed has to be recorded. */
export function isUseDue({ lastUsedAt }: FeedRow, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USE_RECORDED_EVERY
}

export function recordUse(db: Transaction, { id }: FeedRow, now: Date): void {
  touchFeed(db, id, { now, since: new Date(now.getTime() - USE_RECORDED_EVERY + 1) })
}
