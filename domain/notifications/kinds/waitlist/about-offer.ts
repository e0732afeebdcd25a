import type { EmailDetail } from '#domain/notifications/content/email-content.ts'
import { drop, type Question, type Reading } from '#domain/notifications/content/email-kind.ts'
import {
  type EmailedChild,
  type FormerTime,
  onlyTime,
} from '#domain/notifications/content/email-subject.ts'
import { MIA } from '#domain/notifications/content/examples.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
import { childOf, timeOf, timesOf } from '#domain/notifications/templates/email-details.ts'
import { findChild, findGuardedChild } from '#drizzle/queries/guardians/children.ts'
import {
  type EntryRow,
  findEntry,
  findOffer,
  listBlockOffers,
  type OfferRow,
} from '#drizzle/queries/waitlist/waitlist.ts'

/** A time offered to the waiting list, held now or earlier. */
export interface AboutOffer {
  offerId: string
  time: FormerTime
  /** Absent for the account holder. */
  child?: EmailedChild
  /** Siblings' times of that day, which are answered together. */
  others: readonly (FormerTime & { child: EmailedChild })[]
}

type OfferKind = 'offer_made' | 'offer_expired' | 'offer_answered'

interface FoundOffer {
  offer: OfferRow
  entry: EntryRow
  about: AboutOffer
}

/** Reads the offer of a notification, and has `decide` say whether the email still applies. */
export function readOffer<Shown>(
  { db, notification }: Question<OfferKind>,
  decide: (found: FoundOffer) => Reading<Shown>,
): Reading<Shown> {
  const { uid } = notification
  const offer = findOffer(db, notification.data.offerId)
  const entry = offer && findEntry(db, offer.entryId)
  if (!offer || !entry) return drop('nothing_left')
  const { childId } = entry
  const guarded =
    childId === null || uid === null ? undefined : findGuardedChild(db, { id: childId, uid })
  if (childId !== null && !guarded?.guardianship.mayBook) return drop('not_guardian')
  const child = guarded && { child: { id: guarded.child.id, name: guarded.child.name } }
  const others = listBlockOffers(db, offer)
    .filter((one) => one.id !== offer.id)
    .flatMap((one) => {
      const sibling = findEntry(db, one.entryId)?.childId
      const found = sibling == null ? undefined : findChild(db, sibling)
      return found ? [{ ...onlyTime(one), child: { id: found.id, name: found.name } }] : []
    })
  const about = { offerId: offer.id, time: onlyTime(offer), ...child, others }
  return decide({ offer, entry, about })
}

/** One time, or siblings' times in order. */
export function offeredTimes({ time, child, others }: AboutOffer, speaker: Speaker): EmailDetail[] {
  const own = child === undefined ? time : { ...time, child }
  if (others.length > 0) return [timesOf([own, ...others], speaker)]
  return [...childOf({ child }, speaker), timeOf(speaker.words.shared.when, time, speaker)]
}

export const exampleOffer: AboutOffer = {
  offerId: '0192f0c1-bbbb-7000-8000-000000000001',
  time: { date: '2027-03-09', startMinute: 9 * 60, lengthMinutes: 30 },
  child: MIA,
  others: [],
}
