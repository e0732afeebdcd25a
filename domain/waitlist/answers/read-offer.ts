import type { Caller } from '#domain/context.ts'
import type { Database } from '#drizzle/client.ts'
import { listOtherReoffers, type OtherReoffer } from '#drizzle/queries/waitlist/entry-lists.ts'
import { listBlockOffers, type OfferRow } from '#drizzle/queries/waitlist/waitlist.ts'
import { type NamedEntry, readNamedEntry } from '../entries/read-entries.ts'
import { type KnownOffer, needsContact } from './answer-offer.ts'

/** An offer, and what accepting it does. */
export interface ShownOffer {
  offer: OfferRow
  entry: NamedEntry
  /** All offers that are answered together, including this one. */
  together: readonly OfferRow[]
  /** Open offers of the same closure that the viewer may answer, or that belong to the same family. */
  otherReoffers: OtherReoffer[]
  /** Whether the viewer has to enter their contact details. */
  needsContact: boolean
}

export function readOffer(
  db: Database,
  known: KnownOffer,
  { viewer, now }: { viewer: Caller; now: Date },
): ShownOffer {
  const { offer, entry } = known
  return {
    offer,
    entry: readNamedEntry(db, entry.id),
    together: listBlockOffers(db, offer),
    otherReoffers: listOtherReoffers(db, entry, { viewer: viewer.uid, now }),
    needsContact: needsContact(db, known, viewer),
  }
}
