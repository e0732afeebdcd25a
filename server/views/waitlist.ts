import { formatSlot } from '#contract/booking/slots.ts'
import type { HeldTime } from '#contract/front-desk/held-times.ts'
import { toDollars } from '#contract/money.ts'
import { joinNames } from '#contract/names.ts'
import type { DeskEntry, Offer, WaitlistEntry } from '#contract/waitlist/waitlist.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { Caller } from '#domain/context.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import { reasonForFamilies } from '#domain/schedule/reason-for-families.ts'
import type { ShownOffer } from '#domain/waitlist/answers/read-offer.ts'
import type { HeldOffer, NamedEntry, ShownEntry } from '#domain/waitlist/entries/read-entries.ts'
import type { OfferRow } from '#drizzle/queries/waitlist/waitlist.ts'
import { toPhone, toWaitingPatients } from './appointments.ts'
import { toNamed } from './with-id.ts'

/** An entry as its family sees it, without numbers and other families. */
export function toEntry(shown: ShownEntry, at: Shown): WaitlistEntry {
  const { entry, treatment, doctor, offers, isFirst, next } = shown
  const open = offers.find(({ state }) => state === 'open')
  return {
    _id: entry.id,
    state: entry.state,
    treatment: treatment ?? '',
    doctor,
    ...toChildren(shown),
    from: entry.fromDate,
    to: entry.toDate,
    weekdays: entry.weekdays,
    part: entry.part,
    noticeMinutes: entry.noticeMinutes,
    appointment: toPresent(shown),
    turn: isFirst ? 'first' : 'next',
    offer: open ? toSummary(open, at) : null,
    isReoffer: entry.closureId !== null,
    ...toWhy(shown),
    closed: entry.endReason === 'closed' ? { next } : null,
  }
}

/** The names of the children: 'Mia', 'Mia and Ben'; null for an account holder. */
function toChildren({ children }: NamedEntry): Pick<Offer, 'child' | 'children'> {
  const child = children.length > 0 ? joinNames(children.map(({ name }) => name)) : null
  return { child, children: children.map(toNamed) }
}

function toPresent({ present }: NamedEntry) {
  return present && { _id: present.id, date: present.date, slot: formatSlot(present) }
}

/** When and where an offer is shown. */
interface Shown {
  now: Date
  timeZone: string
}

function toSummary(offer: OfferRow, { now, timeZone }: Shown) {
  const { id, state, date, expiresAt, answerBy } = offer
  const onClock = (instant: Date) => {
    const { today, minute } = wallClockAt(instant, timeZone)
    return { date: today, minute }
  }
  const until = { until: expiresAt.toISOString(), untilAt: onClock(expiresAt) }
  const isAsked = answerBy !== null && now < answerBy && answerBy < expiresAt
  const answerByAt = isAsked && { answerByAt: onClock(answerBy) }
  return { _id: id, state, date, slot: formatSlot(offer), ...until, ...answerByAt }
}

/** Why the clinic is closed, if it says so. */
function toWhy({ closure }: NamedEntry): Pick<WaitlistEntry, 'why'> {
  const why = reasonForFamilies(closure)
  return why === null ? {} : { why }
}

/** An entry as staff see it. */
export function toDeskEntry(shown: ShownEntry, { dial, ...at }: Shown & { dial: Dial }): DeskEntry {
  const { uid, deskFamilyId, urgentReason, joinedAt } = shown.entry
  const { name, email, phone } = shown.family
  const { child: _, children: __, ...entry } = toEntry(shown, at)
  return {
    ...entry,
    patients: toWaitingPatients(shown),
    family: { _id: uid ?? deskFamilyId ?? '', name: name ?? '', email },
    ...toPhone(phone ?? '', dial),
    urgent: urgentReason,
    joinedAt: joinedAt.toISOString(),
    offers: shown.offers.map((offer) => toSummary(offer, at)),
  }
}

/** A held time as the calendar shows it. */
export function toHeldTime({ offer, entry }: HeldOffer, at: Shown): HeldTime {
  const { date, startMinute, lengthMinutes, doctorId, doctorName } = offer
  const { _id, slot, untilAt } = toSummary(offer, at)
  return {
    ...{ _id, date, startMinute, lengthMinutes, slot, untilAt },
    treatment: entry.treatment ?? '',
    doctor: doctorId === null ? null : { _id: doctorId, name: doctorName ?? '' },
    patients: toWaitingPatients(entry),
    appointment: toPresent(entry),
    isReoffer: entry.entry.closureId !== null,
  }
}

/** An offer with what accepting it does. */
export function toOffer(
  { offer, entry, together, otherReoffers, needsContact }: ShownOffer,
  { viewer, now, timeZone }: { viewer: Caller; now: Date; timeZone: string },
): Offer {
  const { version, doctorName, appointmentId, answeredBy } = offer
  const offeredCents = together.reduce((sum, one) => sum + one.priceCents, 0)
  const isOver = offer.state === 'open' && offer.expiresAt <= now
  const toTime = (one: OfferRow) => ({
    child: entry.children.find(({ entryId }) => entryId === one.entryId)?.name ?? '',
    slot: formatSlot(one),
    doctor: one.doctorName,
  })
  return {
    ...toSummary(offer, { now, timeZone }),
    // Expired, even if no job has closed it yet.
    ...(isOver && { state: 'expired' as const }),
    version,
    treatment: entry.treatment ?? '',
    ...toChildren(entry),
    doctor: doctorName,
    times: together.length > 1 ? together.map(toTime) : [],
    price: toDollars(entry.present?.priceCents ?? offeredCents),
    from: offer.state === 'accepted' ? null : toPresent(entry),
    reoffer:
      entry.entry.closureId === null
        ? null
        : { ...toWhy(entry), others: otherReoffers.map(toOther) },
    appointmentId,
    byOther: answeredBy !== null && answeredBy !== viewer.uid,
    needsContact,
  }
}

function toOther({ id, child, date, ...slot }: ShownOffer['otherReoffers'][number]) {
  return { _id: id, child, date, slot: formatSlot(slot) }
}
