import type { IsoDate } from '#contract/dates.ts'
import type { NotificationData } from '#contract/notifications/notifications.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import { forgetCall } from '#drizzle/queries/front-desk/todo.ts'
import { findGuardedChild, listEmailedGuardians } from '#drizzle/queries/guardians/children.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { type EntryRow, listBlockEntries } from '#drizzle/queries/waitlist/waitlist.ts'

type ReofferKind = 'reoffer_made' | 'reoffer_reminder' | 'reoffer_withdrawn'
type OfferKind = 'offer_made' | 'offer_expired' | 'offer_answered'

type AboutOffer = { [Kind in OfferKind]: { kind: Kind; data: NotificationData<Kind> } }[OfferKind]

/** Emails every guardian who may accept an offer, except `besides`. */
export function notifyAboutOffer(
  db: Transaction,
  entry: EntryRow,
  about: AboutOffer,
  now: Date,
  besides?: string,
): void {
  for (const to of recipientsOf(db, entry)) {
    if (to.uid !== null && to.uid === besides) continue
    const family = to.uid ?? to.deskFamilyId
    const dedupeKey = `${about.kind}:${about.data.offerId}:${family}`
    addNotification(db, { ...about, ...to, dedupeKey, dueAt: now }, now)
  }
}

function recipientsOf(db: Database, entry: EntryRow) {
  const { uid, deskFamilyId, childId } = entry
  const block = listBlockEntries(db, entry)
  const mayBook = (guardian: string, id: string | null) =>
    id !== null && findGuardedChild(db, { id, uid: guardian })?.guardianship.mayBook
  const family = findFamily(db, uid ?? deskFamilyId ?? '')
  const own =
    family?.email != null
      ? [{ uid: family.uid, deskFamilyId: family.deskFamilyId, recipient: family.email }]
      : []
  if (childId === null) return own
  const others = listEmailedGuardians(db, childId)
    .filter((one) => one.uid !== uid)
    .filter((one) => block.every((each) => mayBook(one.uid, each.childId)))
    .map((one) => ({ uid: one.uid, deskFamilyId: null, recipient: one.email }))
  return [...own, ...others]
}

/**
 * Emails every guardian who could answer it that an entry has ended, once for all siblings. Staff call
 * families that no email reaches.
 */
export function notifyAboutClosedDays(
  db: Transaction,
  entry: EntryRow,
  next: IsoDate | null,
  now: Date,
): void {
  const entryId = listBlockEntries(db, entry)[0]?.id ?? entry.id
  forgetCall(db, entryId)
  const about = { kind: 'wait_closed', data: { entryId, next } } as const
  for (const to of recipientsOf(db, entry)) {
    const dedupeKey = `${about.kind}:${entryId}:${to.uid ?? to.deskFamilyId}`
    addNotification(db, { ...about, ...to, dedupeKey, dueAt: now }, now)
  }
}

/**
 * Writes one email about a family's re-offers to each guardian who may answer them, with the re-offers of the
 * children that they may book for.
 */
export function notifyAboutReoffers(
  db: Transaction,
  reoffers: readonly { entry: EntryRow; offerId: string }[],
  { kind, dueAt }: { kind: ReofferKind; dueAt: Date },
  now: Date,
): void {
  const recipients = reoffers.flatMap(({ entry, offerId }) =>
    recipientsOf(db, entry).map((to) => ({ to, offerId })),
  )
  const families = Map.groupBy(recipients, ({ to }) => to.uid ?? to.deskFamilyId)
  for (const [family, own] of families) {
    const offerIds = own.map(({ offerId }) => offerId)
    const [first] = own
    if (!first) continue
    const dedupeKey = `${kind}:${first.offerId}:${family}`
    addNotification(db, { kind, data: { offerIds }, ...first.to, dedupeKey, dueAt }, now)
  }
}
