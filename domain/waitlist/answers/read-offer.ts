import type { Database } from '#drizzle/client.ts'
import { listOtherReoffers, type OtherReoffer } from '#drizzle/queries/waitlist/entry-lists.ts'
import { listTogether, type OfferRow } from '#drizzle/queries/waitlist/waitlist.ts'
import { type NamedEntry, readNamedEntry } from '../entries/read-entries.ts'
import type { KnownOffer } from './answer-offer.ts'

/** An offer with what accepting it does. */
export interface ShownOffer {
  offer: OfferRow
  entry: NamedEntry
  /** All that is answered together, the offer included. */
  together: readonly OfferRow[]
  /** Open ones of the closure that the viewer may answer, or that are of the same family. */
  otherReoffers: OtherReoffer[]
}

export function readOffer(
  db: Database,
  { offer, entry }: KnownOffer,
  asked: { viewer: string; now: Date },
): ShownOffer {
  return {
    offer,
    entry: readNamedEntry(db, entry.id),
    together: listTogether(db, offer),
    otherReoffers: listOtherReoffers(db, entry, asked),
  }
}
