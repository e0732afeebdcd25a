import { formatSlot } from '#contract/booking/slots.ts'
import { toDollars } from '#contract/money.ts'
import { joinNames } from '#contract/names.ts'
import type { DeskEntry, Offer, WaitlistEntry } from '#contract/waitlist/waitlist.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { KnownOffer } from '#domain/waitlist/answers/answer-offer.ts'
import { findOwnEntry } from '#domain/waitlist/entries/join.ts'
import type { Database } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import {
  type EntryRow,
  findEntry,
  listBlock,
  listOffersOf,
  listReoffersOf,
  listTogether,
  listWaiting,
  type OfferRow,
  readNames,
} from '#drizzle/queries/waitlist/waitlist.ts'

/** An entry as its family sees it: no numbers and no other families. */
export function toEntry(db: Database, entry: EntryRow): WaitlistEntry {
  const { id, state, doctorId, treatmentId, fromDate, toDate } = entry
  const [treatment, doctor] = readNames(db, { treatmentId, doctorId })
  const open = listOffersOf(db, [id]).find((offer) => offer.state === 'open')
  const [first] = listWaiting(db).filter(
    (other) =>
      other.state === 'open' && other.treatmentId === treatmentId && other.closureId === null,
  )
  return {
    _id: id,
    state,
    treatment,
    doctor,
    ...toChildren(db, entry),
    from: fromDate,
    to: toDate,
    weekdays: entry.weekdays,
    part: entry.part,
    noticeMinutes: entry.noticeMinutes,
    appointment: toPresent(db, entry),
    turn: first && isSameWish(first, entry) ? 'first' : 'next',
    offer: open ? toSummary(db, open) : null,
    isReoffer: entry.closureId !== null,
  }
}

function isSameWish(one: EntryRow, other: EntryRow): boolean {
  return one.id === other.id || (one.blockId !== null && one.blockId === other.blockId)
}

/** Without the entries of siblings whose block another one stands for. */
export function onePerBlock(entries: readonly EntryRow[]): EntryRow[] {
  return entries.filter((entry, index) => {
    const first = entries.findIndex((other) => isSameWish(other, entry))
    return first === index
  })
}

/** The names of the children: 'Mia', 'Mia and Ben'; null for an account holder. */
function toChildren(db: Database, entry: EntryRow): Pick<Offer, 'child' | 'children'> {
  const children = listBlock(db, entry).flatMap(({ childId }) => {
    const name = nameOf(db, childId)
    return childId === null || name === undefined ? [] : [{ _id: childId, name }]
  })
  const child = children.length > 0 ? joinNames(children.map(({ name }) => name)) : null
  return { child, children }
}

function nameOf(db: Database, childId: string | null): string | undefined {
  return childId === null ? undefined : findChild(db, childId)?.name
}

function toPresent(db: Database, { appointmentId }: EntryRow) {
  const present = appointmentId === null ? undefined : findAppointment(db, appointmentId)
  return present ? { _id: present.id, date: present.date, slot: formatSlot(present) } : null
}

function toSummary(db: Database, offer: OfferRow) {
  const { id, state, date, expiresAt } = offer
  const { today, minute } = wallClockAt(expiresAt, readTimeZone(db))
  const until = { until: expiresAt.toISOString(), untilAt: { date: today, minute } }
  return { _id: id, state, date, slot: formatSlot(offer), ...until }
}

/** An entry as staff see it. */
export function toDeskEntry(db: Database, entry: EntryRow): DeskEntry {
  const { uid, deskFamilyId, phone, urgentReason, joinedAt } = entry
  const id = uid ?? deskFamilyId ?? ''
  const family = findFamily(db, id)
  return {
    ...toEntry(db, entry),
    family: { _id: id, name: family?.name ?? '', email: family?.email ?? null },
    phone,
    urgent: urgentReason,
    joinedAt: joinedAt.toISOString(),
    offers: listOffersOf(db, [entry.id]).map((offer) => toSummary(db, offer)),
  }
}

/** An offer with what accepting it does. */
export function toOffer(
  db: Database,
  { offer, entry }: KnownOffer,
  { uid, now }: { uid: string; now: Date },
): Offer {
  const { version, doctorName, appointmentId, answeredBy } = offer
  const { treatmentId, doctorId } = entry
  const together = listTogether(db, offer)
  const offeredCents = together.reduce((sum, one) => sum + one.priceCents, 0)
  const [treatment] = readNames(db, { treatmentId, doctorId })
  const present =
    entry.appointmentId === null ? undefined : findAppointment(db, entry.appointmentId)
  const isOver = offer.state === 'open' && offer.expiresAt <= now
  return {
    ...toSummary(db, offer),
    // Whether or not anything has closed it since.
    ...(isOver && { state: 'expired' as const }),
    version,
    treatment,
    ...toChildren(db, entry),
    doctor: doctorName,
    times: together.length > 1 ? together.map((one) => toTime(db, one)) : [],
    price: toDollars(present?.priceCents ?? offeredCents),
    from: offer.state === 'accepted' ? null : toPresent(db, entry),
    reoffer:
      entry.closureId === null
        ? null
        : { others: toOthers(db, { offer, entry }, { id: entry.closureId, uid, now }) },
    appointmentId,
    byOther: answeredBy !== null && answeredBy !== uid,
  }
}

function toTime(db: Database, offer: OfferRow) {
  const child = nameOf(db, findEntry(db, offer.entryId)?.childId ?? null) ?? ''
  return { child, slot: formatSlot(offer), doctor: offer.doctorName }
}

/** The open re-offers of a closure besides one: the user's, or for staff its family's. */
function toOthers(
  db: Database,
  { offer, entry: { uid, deskFamilyId } }: KnownOffer,
  closure: { id: string; uid: string; now: Date },
) {
  return listReoffersOf(db, closure.id).flatMap((entry) => {
    const isTheirs =
      (entry.uid === uid && entry.deskFamilyId === deskFamilyId) ||
      findOwnEntry(db, entry.id, { uid: closure.uid, isStaff: false }) !== undefined
    const [open] = listOffersOf(db, [entry.id])
    if (!isTheirs || !open || open.id === offer.id) return []
    if (open.state !== 'open' || open.expiresAt <= closure.now) return []
    const child = nameOf(db, entry.childId) ?? null
    return [{ _id: open.id, child, date: open.date, slot: formatSlot(open) }]
  })
}
