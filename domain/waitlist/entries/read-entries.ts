import type { Database } from '#drizzle/client.ts'
import {
  findListedEntry,
  type ListedEntry,
  listFirstInTurn,
  listWaitingChildren,
  type WaitingChild,
} from '#drizzle/queries/waitlist/entry-lists.ts'
import { type EntryRow, listOffersOf, type OfferRow } from '#drizzle/queries/waitlist/waitlist.ts'

/** An entry with the children who wait, alone or together; none for an account holder. */
export interface NamedEntry extends ListedEntry {
  children: WaitingChild[]
}

/** An entry as lists show it. */
export interface ShownEntry extends NamedEntry {
  /** Newest first. */
  offers: OfferRow[]
  /** Whether no other family comes before it for the treatment. */
  isFirst: boolean
}

const blockOf = ({ id, blockId }: Pick<EntryRow, 'id' | 'blockId'>) => blockId ?? id

/** The entries with what is shown of them: three statements for all. */
export function readEntries(db: Database, listed: readonly ListedEntry[]): ShownEntry[] {
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
  return nameChildren(db, listed).map((named) => ({
    ...named,
    offers: offers.get(named.entry.id) ?? [],
    isFirst: first.has(blockOf(named.entry)),
  }))
}

function nameChildren(db: Database, listed: readonly ListedEntry[]): NamedEntry[] {
  const entries = listed.map(({ entry }) => entry)
  const children = Map.groupBy(listWaitingChildren(db, entries), ({ entryId, blockId }) =>
    blockOf({ id: entryId, blockId }),
  )
  return listed.map((one) => ({ ...one, children: children.get(blockOf(one.entry)) ?? [] }))
}

/** @throws when there is no such entry */
export function readEntry(db: Database, id: string): ShownEntry {
  const [entry] = readEntries(db, [readListed(db, id)])
  if (!entry) throw new Error(`The entry ${id} was not read.`)
  return entry
}

/** An entry without its offers and its turn. @throws when there is no such entry */
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
