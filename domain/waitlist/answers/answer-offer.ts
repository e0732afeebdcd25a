import { formatSlot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { RefundTerms } from '#contract/payments/refund-bands.ts'
import { priceOn } from '#contract/treatments/prices.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { type BookingOutcome, bookAppointment } from '#domain/booking/book-appointment.ts'
import { moveToTime } from '#domain/booking/move-appointment.ts'
import type { Caller } from '#domain/context.ts'
import type { UnpaidLimits } from '#domain/identity/account-policy.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { type AppointmentRow, findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { type FamilyRow, findFamily } from '#drizzle/queries/front-desk/families.ts'
import { deleteClinicChange } from '#drizzle/queries/front-desk/todo.ts'
import { endWaitingAt, updateFreedTime } from '#drizzle/queries/waitlist/freed-times.ts'
import {
  closeOffer,
  type EntryRow,
  findEntry,
  findOffer,
  listBlockOffers,
  type OfferRow,
  recordAccepted,
  repriceOffer,
  updateEntry,
} from '#drizzle/queries/waitlist/waitlist.ts'
import { type Contact, contactToBook } from '../entries/contact.ts'
import { endEntry } from '../entries/entries.ts'
import { findOwnEntry } from '../entries/join.ts'
import { isSooner } from '../offers/find-fit.ts'
import { passOnTime } from '../offers/free-time.ts'
import { notifyAboutOffer } from '../offers/notify-guardians.ts'
import { expireOffer, timeOf, withdrawOffer } from '../offers/offer-times.ts'
import { cancelReoffered } from '../reoffers/reoffer-appointments.ts'

export interface AnswerContext {
  caller: Caller
  moment: ClinicMoment
  now: Date
  /** The clinic's present refund terms. */
  terms: RefundTerms
  unpaidLimits: UnpaidLimits
}

/** An offer with its entry. */
export interface KnownOffer {
  offer: OfferRow
  entry: EntryRow
}

/** The offer, if the caller may answer it together with its siblings' offers. */
export function findOwnOffer(db: Database, id: string, caller: Caller): KnownOffer | undefined {
  const offer = findOffer(db, id)
  const entry = offer && findOwnEntry(db, offer.entryId, caller)
  return offer && entry && { offer, entry }
}

/** `gone`: closed; the offer says who answered and why. `answered`: also by an earlier call. */
type Answered<Outcome extends string> = { outcome: Outcome } & KnownOffer

type DeclineOutcome = { outcome: 'not_found' } | Answered<'answered' | 'gone'>

export type AcceptOutcome =
  | DeclineOutcome
  /** Its price has changed since the caller saw it. */
  | Answered<'stale'>
  /** The offer stays open. */
  | (Answered<'refused'> & { why: Exclude<WhyNot, 'taken'> })

/** `no_contact`: no phone number of the guardian who accepts is known. */
type WhyNot = 'taken' | 'too_many_unpaid' | 'no_contact' | 'other'

/** `contact`: as the accepting guardian typed it. */
interface Acceptance extends AnswerContext {
  contact: Contact | undefined
}

/** Rolls back what the acceptance has written. */
class AcceptFailed extends Error {
  readonly why: WhyNot
  constructor(why: WhyNot) {
    super(why)
    this.why = why
  }
}

/**
 * Accepts an offer: books its time, or moves the present appointment there, which keeps its price, payment
 * and number of moves. The first acceptance counts, until the last millisecond of the offer.
 */
export function acceptOffer(
  db: Transaction,
  { id, version, contact }: { id: string; version: number; contact?: Contact | undefined },
  context: AnswerContext,
): AcceptOutcome {
  const { caller, now } = context
  expireOffer(db, id, now)
  const known = findOwnOffer(db, id, caller)
  if (!known) return { outcome: 'not_found' }
  const { offer, entry } = known
  const isRepeated = offer.state === 'accepted' && offer.answeredBy === caller.uid
  if (isRepeated) return { outcome: 'answered', ...known }
  if (offer.state !== 'open') return { outcome: 'gone', ...known }
  const price = currentPrice(db, entry, offer)
  if (entry.appointmentId === null && price !== undefined && price !== offer.priceCents) {
    for (const one of listBlockOffers(db, offer)) repriceOffer(db, one.id, price)
    return reread(db, 'stale', known, caller)
  }
  if (offer.version !== version) return { outcome: 'stale', ...known }

  try {
    db.$client.transaction(() => carryOut(db, known, { ...context, contact }))()
    return reread(db, 'answered', known, caller)
  } catch (error) {
    if (!(error instanceof AcceptFailed)) throw error
    if (error.why !== 'taken') return { outcome: 'refused', why: error.why, ...known }
    // The clinic is closed, the doctor is away, or the child has another appointment by now.
    withdrawOffer(db, offer, null, now)
    return reread(db, 'gone', known, caller)
  }
}

function reread<Outcome extends 'answered' | 'gone' | 'stale'>(
  db: Database,
  outcome: Outcome,
  { offer, entry }: KnownOffer,
  caller: Caller,
): Answered<Outcome> {
  return { outcome, ...(findOwnOffer(db, offer.id, caller) ?? { offer, entry }) }
}

function currentPrice(db: Database, { treatmentId }: EntryRow, { date }: OfferRow) {
  const treatment = currentSchedule(db).treatments.find(({ id }) => id === treatmentId)
  return treatment && priceOn(treatment.prices, date)
}

/** The open offers that are answered together, and their entries. */
function readTogether(db: Database, { offer }: KnownOffer): KnownOffer[] {
  return listBlockOffers(db, offer).flatMap((one) => {
    const entry = findEntry(db, one.entryId)
    return entry ? [{ offer: one, entry }] : []
  })
}

/**
 * Books or moves everything that is answered together.
 * @throws AcceptFailed when one of them is not possible
 */
function carryOut(db: Transaction, known: KnownOffer, context: Acceptance): void {
  const { caller, now } = context
  const together = readTogether(db, known)
  const answer = { answeredBy: caller.uid, answeredAt: now }
  // Frees the held times first; everything is committed, or nothing.
  for (const { offer, entry } of together) {
    if (!closeOffer(db, offer.id, { state: 'accepted', ...answer })) throw new AcceptFailed('taken')
    updateFreedTime(db, offer.freedTimeId, { state: 'booked' })
    endWaitingAt(db, { ...offer, treatmentId: entry.treatmentId })
    updateEntry(db, entry.id, { missed: 0 })
  }
  endEntry(db, known.entry, { reason: 'accepted', actor: caller.uid }, now)
  for (const { offer, entry } of together) {
    const present = entry.appointmentId === null ? null : findAppointment(db, entry.appointmentId)
    const { id: appointmentId } =
      present === null
        ? book(db, { offer, entry }, context)
        : move(db, { offer, entry }, present, context)
    recordAccepted(db, offer.id, appointmentId)
    const data = { ...timeOf(offer), appointmentId }
    appendEvent(db, { kind: 'offer.accepted', actor: caller.uid, subject: offer.id, data }, now)
  }
  // For a re-offer, the email about the move tells the family.
  if (known.entry.closureId === null) tellOthers(db, known, context)
}

/** Sends the other guardians one email, also about siblings. */
function tellOthers(
  db: Transaction,
  { offer, entry }: KnownOffer,
  { caller, now }: Pick<AnswerContext, 'caller' | 'now'>,
): void {
  const about = { kind: 'offer_answered', data: { offerId: offer.id } } as const
  notifyAboutOffer(db, entry, about, now, caller.uid)
}

function move(
  db: Transaction,
  { offer: { date, doctorId, ...slot }, entry }: KnownOffer,
  present: AppointmentRow | undefined,
  { caller, moment, now }: AnswerContext,
): AppointmentRow {
  if (present?.status !== 'booked' || present.attendance !== 'expected')
    throw new AcceptFailed('taken')
  if (entry.closureId === null && !isSooner(present, { date, ...slot }))
    throw new AcceptFailed('taken')
  const target = { date, slot: formatSlot(slot), doctor: doctorId ?? undefined }
  const moved = moveToTime(db, present, target, { actor: caller.uid, moment, now })
  if (moved.outcome !== 'moved') throw new AcceptFailed('taken')
  return present
}

function book(
  db: Transaction,
  { offer, entry }: KnownOffer,
  { caller, moment, now, terms, unpaidLimits, contact }: Acceptance,
): AppointmentRow {
  const { childId } = entry
  const treatment = currentSchedule(db).treatments.find(({ id }) => id === entry.treatmentId)
  const family = familyToBook(db, entry, caller)
  if (!family) throw new AcceptFailed('other')
  const { phone, address } = contactToBook(db, family, { entry, typed: contact })
  // Staff know the family's number, or ask for it.
  if (phone === '' && !caller.isStaff) throw new AcceptFailed('no_contact')
  const booked = bookAppointment(
    db,
    {
      uid: family.id,
      child: childId ?? undefined,
      treatment: treatment?.name ?? '',
      date: offer.date,
      slot: formatSlot(offer),
      ...(offer.doctorId !== null && { doctor: offer.doctorId }),
      priceCents: offer.priceCents,
      phone,
      address,
    },
    {
      ...{ moment, now, terms, unpaidLimits, isOffered: true as const },
      ...(caller.isStaff && { desk: { actor: caller.uid } }),
    },
  )
  if (booked.outcome !== 'booked') throw new AcceptFailed(whyNot(booked))
  return booked.appointment
}

function whyNot({ outcome }: BookingOutcome): AcceptFailed['why'] {
  if (outcome === 'too_many_unpaid' || outcome === 'too_many_unpaid_of_child') {
    return 'too_many_unpaid'
  }
  const isOfFamily =
    outcome === 'no_account' || outcome === 'name_missing' || outcome === 'may_not_book'
  return isOfFamily ? 'other' : 'taken'
}

/** The family in whose name an accepted offer is booked. */
function familyToBook(db: Database, entry: EntryRow, caller: Caller): FamilyRow | undefined {
  return findFamily(db, caller.isStaff ? (entry.uid ?? entry.deskFamilyId ?? '') : caller.uid)
}

/** Whether accepting books for a guardian whose phone number is unknown. */
export function needsContact(db: Database, { offer, entry }: KnownOffer, caller: Caller): boolean {
  if (caller.isStaff || offer.state !== 'open' || entry.appointmentId !== null) return false
  const family = familyToBook(db, entry, caller)
  return family !== undefined && contactToBook(db, family, { entry, typed: undefined }).phone === ''
}

/** Declines an offer: the next family is asked; for a re-offer, the appointment is canceled. */
export function declineOffer(
  db: Transaction,
  id: string,
  { caller, now }: Pick<AnswerContext, 'caller' | 'now'>,
): DeclineOutcome {
  expireOffer(db, id, now)
  const known = findOwnOffer(db, id, caller)
  if (!known) return { outcome: 'not_found' }
  const { offer, entry } = known
  if (offer.state === 'declined') return { outcome: 'answered', ...known }
  if (offer.state !== 'open') return { outcome: 'gone', ...known }
  const together = readTogether(db, known)
  for (const one of together) {
    const { id: subject } = one.offer
    closeOffer(db, subject, { state: 'declined', answeredBy: caller.uid, answeredAt: now })
    const data = timeOf(one.offer)
    appendEvent(db, { kind: 'offer.declined', actor: caller.uid, subject, data }, now)
    updateEntry(db, one.entry.id, { missed: 0 })
  }
  if (entry.closureId !== null) {
    cancelReoffered(db, entry, { actor: caller.uid, now })
    if (entry.appointmentId) deleteClinicChange(db, entry.appointmentId)
  } else tellOthers(db, known, { caller, now })
  for (const one of together) passOnTime(db, one.offer.freedTimeId, now)
  return reread(db, 'answered', known, caller)
}
