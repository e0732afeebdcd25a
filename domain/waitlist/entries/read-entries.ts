import type { IsoDate } from '#contract/dates.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type CalledEntry,
  findListedEntry,
  type ListedEntry,
  listClosedToCall,
  listEntriesById,
  listFirstInTurn,
  listOfferedToCall,
  listWaitingChildren,
  type WaitingChild,
} from '#drizzle/queries/waitlist/entry-lists.ts'
import {
  type EntryRow,
  listOffersOf,
  listOpenOffers,
  type OfferRow,
} from '#drizzle/queries/waitlist/waitlist.ts'
import { readClock } from '../offers/free-time.ts'
import { openDaysOf } from './open-days.ts'

/** An entry with its waiting children, one or several; empty for an account holder. */
export interface NamedEntry extends ListedEntry {
  children: WaitingChild[]
}

/** An entry as lists show it. */
export interface ShownEntry extends NamedEntry {
  /** Newest first. */
  offers: OfferRow[]
  /** Whether no other family for the treatment comes before it. */
  isFirst: boolean
  /** If closed days ended it: the first day that would fit, if known. */
  next: IsoDate | null
}

const blockOf = ({ id, blockId }: Pick<EntryRow, 'id' | 'blockId'>) => blockId ?? id

/** The entries with everything that lists show of them; the number of statements does not grow with them. */
export function readEntries(db: Database, listed: readonly ListedEntry[], now: Date): ShownEntry[] {
  const entries = listed.map(({ entry }) => entry)
  const offers = Map.groupBy(
    listOffersOf(
      db,
      entries.map(({ id }) => id),
    ),
    ({ entryId }) => entryId,
  )
  const treatmentIds = [...new Set(entries.map(({ treatmentId }) => treatmentId))]
  const first = new Set(listFirstInTurn(db, treatmentIds).map(blockOf))
  const hasClosed = entries.some(({ endReason }) => endReason === 'closed')
  const nextOpenDay = hasClosed ? openDaysOf(db, readClock(db, now)) : () => undefined
  return nameChildren(db, listed).map((named) => ({
    ...named,
    offers: offers.get(named.entry.id) ?? [],
    isFirst: first.has(blockOf(named.entry)),
    next: named.entry.endReason === 'closed' ? (nextOpenDay(named.entry) ?? null) : null,
  }))
}

/** An entry about which a family has to be called, with its children and the caller. */
export type WaitingCall = NamedEntry & CalledEntry & { offer: OfferRow | null }

/**
 * The waiting families to call, because no email tells them that a time is held for them or that closed days ended
 * their entries.
 */
export function readWaitingCalls(
  db: Database,
  { today, now }: { today: IsoDate; now: Date },
): WaitingCall[] {
  const offered = listOfferedToCall(db, now)
  const offers = listOffersOf(
    db,
    offered.map(({ entry }) => entry.id),
  ).filter(({ state }) => state === 'open')
  const offerOf = new Map(offers.map((offer) => [offer.entryId, offer]))
  return nameChildren(db, [
    ...offered.map((row) => ({ ...row, offer: offerOf.get(row.entry.id) ?? null })),
    ...listClosedToCall(db, today).map((row) => ({ ...row, offer: null })),
  ])
}

/** An open offer, with the entry it was made to. */
export interface HeldOffer {
  offer: OfferRow
  entry: NamedEntry
}

/** The times on these days that are held for families that wait, in order. */
export function readHeldOffers(
  db: Database,
  days: { from: IsoDate; to: IsoDate },
  now: Date,
): HeldOffer[] {
  // Without expired offers that no job has closed yet.
  const open = listOpenOffers(db, days).filter(({ expiresAt }) => expiresAt > now)
  const ids = open.map(({ entryId }) => entryId)
  const entries = new Map(
    nameChildren(db, listEntriesById(db, ids)).map((named) => [named.entry.id, named]),
  )
  return open
    .flatMap((offer) => {
      const entry = entries.get(offer.entryId)
      return entry ? [{ offer, entry }] : []
    })
    .sort(
      ({ offer: a }, { offer: b }) => a.date.localeCompare(b.date) || a.startMinute - b.startMinute,
    )
}

function nameChildren<Listed extends ListedEntry>(
  db: Database,
  listed: readonly Listed[],
): (Listed & NamedEntry)[] {
  const entries = listed.map(({ entry }) => entry)
  const children = Map.groupBy(listWaitingChildren(db, entries), ({ entryId, blockId }) =>
    blockOf({ id: entryId, blockId }),
  )
  return listed.map((one) => ({ ...one, children: children.get(blockOf(one.entry)) ?? [] }))
}

/** @throws when the entry does not exist */
export function readEntry(db: Database, id: string, now: Date): ShownEntry {
  const [entry] = readEntries(db, [readListed(db, id)], now)
  if (!entry) throw new Error(`The entry ${id} was not read.`)
  return entry
}

/**
 * An entry without its offers and its turn.
 * @throws when the entry does not exist
 */
export function readNamedEntry(db: Database, id: string): NamedEntry {
  const [entry] = nameChildren(db, [readListed(db, id)])
  if (!entry) throw new Error(`The entry ${id} was not read.`)
  return entry
}

function readListed(db: Database, id: string): ListedEntry {
  const listed = findListedEntry(db, id)
  if (!listed) throw new Error(`There is no entry ${id}.`)
  return listed
}
