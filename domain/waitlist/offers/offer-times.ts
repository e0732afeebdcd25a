import { millisecondsInMinute } from 'date-fns/constants'
import { v7 as uuidv7 } from 'uuid'
import type { IsoDate } from '#contract/dates.ts'
import type { FreeTime } from '#contract/schedule/free-times.ts'
import { fromTimeField } from '#contract/schedule/time-fields.ts'
import { offerMinutes, PAUSED_AFTER, type WaitlistRules } from '#contract/waitlist/rules.ts'
import { instantOf, wallClockAt } from '#domain/clinic-clock.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import {
  closeOffer,
  countOffersOn,
  type EntryRow,
  type FreedTimeRow,
  findEntry,
  findFreedTime,
  hasWaitingEntry,
  insertFreedTime,
  insertOffer,
  isOccupied,
  listBlock,
  listCandidates,
  listDueOffers,
  listOffersOf,
  listTogether,
  type OfferRow,
  updateEntry,
  updateFreedTime,
} from '#drizzle/queries/waitlist/waitlist.ts'
import { type EntryFit, findBlockFit } from './find-block-fit.ts'
import {
  type Clock,
  canBeAsked,
  type Fit,
  fitsOf,
  isWithin,
  type OfferableTime,
} from './find-fit.ts'
import { tellAboutOffer } from './tell.ts'
import { readWaitlistRules } from './waitlist-rules.ts'

/**
 * Offers a time that an appointment has left to the first family that waits for it. It never fails
 * what freed the time: it has a savepoint of its own, and without it the time is public.
 */
export function offerFreedTime(db: Transaction, freed: OfferableTime, now: Date): void {
  if (!hasWaitingEntry(db)) return
  inSavepoint(db, () => {
    const { treatmentId, doctorId, date, startMinute, lengthMinutes } = freed
    const startsAt = instantOf(freed, readTimeZone(db)).getTime()
    const publicAt = new Date((now.getTime() + startsAt) / 2)
    const time = { treatmentId, doctorId, date, startMinute, lengthMinutes }
    offerNext(db, insertFreedTime(db, { id: uuidv7(), ...time, freedAt: now, publicAt }), now)
  })
}

/** Undoes what fails, and reports it; the caller's own work stays. */
export function inSavepoint(db: Transaction, work: () => void): void {
  try {
    db.$client.transaction(work)()
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back the whole transaction.
    if (!db.$client.inTransaction) throw error
    process.emitWarning(error instanceof Error ? error : String(error), 'OfferFailed')
  }
}

/** Offers it to the next family, or ends the search: the time is then public, or booked. */
export function offerNext(db: Transaction, freed: FreedTimeRow, now: Date): void {
  if (isOccupied(db, freed)) {
    updateFreedTime(db, freed.id, { state: 'booked' })
    return
  }
  const rules = readWaitlistRules(db)
  const clock = readClock(db, now)
  const fitOf = isOfferTime(freed, rules, clock) ? candidateFits(db, freed, clock) : () => []
  for (const entry of listCandidates(db, { date: freed.date, freed: freed.id })) {
    const family = entry.uid ?? entry.deskFamilyId ?? ''
    const fits = fitOf(entry)
    if (fits.length === 0 || !fits.every((one) => canBeAsked(db, one.entry))) continue
    if (countOffersOn(db, { family, day: clock.today }) >= rules.offersPerDay) continue
    makeOffers(db, { freed, fits }, { now, rules, clock })
    return
  }
  updateFreedTime(db, freed.id, { state: 'public' })
}

/**
 * The fitting part of a freed time: one time, or one for each of the siblings who wait together, of
 * which the freed one is a part.
 */
function candidateFits(db: Database, freed: FreedTimeRow, clock: Clock) {
  const fitOf = fitsOf(db, freed, clock)
  const asked = new Set<string>()
  return (entry: EntryRow): readonly EntryFit[] => {
    if (entry.blockId === null) {
      const fit = fitOf(entry)
      return fit ? [{ entry, fit }] : []
    }
    if (asked.has(entry.blockId)) return []
    asked.add(entry.blockId)
    const block = listBlock(db, entry)
    const isBusy = listOffersOf(
      db,
      block.map(({ id }) => id),
    ).some(({ state, freedTimeId }) => state === 'open' || freedTimeId === freed.id)
    if (isBusy || block.some(({ state }) => state !== 'open')) return []
    const wish = { date: freed.date, anchor: partOf(freed) }
    return findBlockFit(db, block, wish, clock) ?? []
  }
}

/** Whether a time, or its doctor's part of it, lies in what was freed. */
function partOf(freed: FreedTimeRow) {
  const { doctorId } = freed
  return (time: FreeTime): FreeTime | undefined => {
    if (!isWithin(time, freed)) return undefined
    if (doctorId === null) return time
    return time.doctorIds.includes(doctorId) ? { ...time, doctorIds: [doctorId] } : undefined
  }
}

export function readClock(db: Database, now: Date): Clock {
  const timeZone = readTimeZone(db)
  return { now, timeZone, ...wallClockAt(now, timeZone) }
}

/** Whether families may be asked now. */
function isOfferTime(
  freed: FreedTimeRow,
  { offerLeadMinutes, mostOffers, offersFrom, offersUntil }: WaitlistRules,
  { now, minute, timeZone }: Clock,
): boolean {
  const isDay = fromTimeField(offersFrom) <= minute && minute < fromTimeField(offersUntil)
  const left = instantOf(freed, timeZone).getTime() - now.getTime()
  const isInTime = left >= offerLeadMinutes * millisecondsInMinute && now < freed.publicAt
  return isDay && isInTime && freed.offers < mostOffers
}

interface NewOffer {
  freed: FreedTimeRow
  entry: EntryRow
  fit: Fit
}

/**
 * Offers a freed time, for siblings together with the free times beside it, and tells the family.
 * @returns the id of the first offer
 */
function makeOffers(
  db: Transaction,
  { freed, fits }: { freed: FreedTimeRow; fits: readonly EntryFit[] },
  { now, rules, clock }: { now: Date; rules: WaitlistRules; clock: Clock },
  by: string | null = null,
): string {
  const inOrder = fits.toSorted((one, other) => one.fit.startMinute - other.fit.startMinute)
  const [first] = inOrder
  if (!first) throw new Error('There is nothing to offer.')
  const { startMinute } = first.fit
  const left =
    instantOf({ date: freed.date, startMinute }, clock.timeZone).getTime() - now.getTime()
  const longest =
    now.getTime() + offerMinutes(left / millisecondsInMinute, rules) * millisecondsInMinute
  const expiresAt = new Date(Math.min(longest, freed.publicAt.getTime()))
  const blockId = inOrder.length > 1 ? uuidv7() : null
  const main = inOrder.find(({ fit }) => isPart(fit, freed)) ?? first
  const ids = inOrder.map((one) => {
    const own = one === main ? freed : insertFree(db, { ...one.fit, date: freed.date }, now)
    const made = { now, today: clock.today, expiresAt, blockId }
    return writeOffer(db, { freed: own, ...one }, made, by)
  })
  const offerId = ids[0] ?? ''
  tellAboutOffer(db, first.entry, { kind: 'offer_made', data: { offerId } }, now)
  return offerId
}

function isPart({ doctor, ...slot }: Fit, freed: FreedTimeRow): boolean {
  return isWithin(slot, freed) && (freed.doctorId === null || freed.doctorId === doctor?.id)
}

/** Stores a time that was free before: no other family is asked when it is declined. */
export function insertFree(
  db: Transaction,
  {
    startMinute,
    lengthMinutes,
    treatment,
    doctor,
    date,
  }: Omit<Fit, 'priceCents'> & { date: IsoDate },
  now: Date,
): FreedTimeRow {
  const time = { treatmentId: treatment.id, doctorId: doctor?.id ?? null, date }
  const row = { id: uuidv7(), ...time, startMinute, lengthMinutes, freedAt: now, publicAt: now }
  return insertFreedTime(db, row)
}

interface OfferTerms {
  now: Date
  today: IsoDate
  expiresAt: Date
  /** Of the offers that are answered together. */
  blockId?: string | null
}

/** Writes an offer with its hold and its event, and tells no one. */
export function writeOffer(
  db: Transaction,
  { freed, entry, fit }: NewOffer,
  { now, today, expiresAt, blockId = null }: OfferTerms,
  by: string | null,
): string {
  const { startMinute, lengthMinutes, treatment, doctor, priceCents } = fit
  const { date } = freed
  const id = uuidv7()
  insertOffer(db, {
    id,
    entryId: entry.id,
    freedTimeId: freed.id,
    state: 'open',
    treatmentId: treatment.id,
    doctorId: doctor?.id ?? null,
    doctorName: doctor?.name ?? null,
    date,
    startMinute,
    lengthMinutes,
    priceCents,
    version: 0,
    madeAt: now,
    madeOn: today,
    expiresAt,
    answeredBy: null,
    answeredAt: null,
    appointmentId: null,
    blockId,
  })
  updateFreedTime(db, freed.id, { offers: freed.offers + 1 })
  const time = { entryId: entry.id, date, startMinute }
  const isByHand = by !== null && entry.closureId === null
  const data = { ...time, expiresAt: expiresAt.toISOString(), ...(isByHand && { byHand: true }) }
  appendEvent(db, { kind: 'offer.made', actor: by, subject: id, data }, now)
  return id
}

type HandOffer =
  | { outcome: 'offered'; offerId: string }
  | { outcome: 'unknown_entry' | 'not_free' | 'already_offered' }

/** Staff offer a free time to a family, whatever its turn, its address and the time of day. */
export function offerByHand(
  db: Transaction,
  { entryId, ...time }: { entryId: string; date: IsoDate; startMinute: number },
  { actor, now }: ChangedBy,
): HandOffer {
  expireOffers(db, now)
  const entry = findEntry(db, entryId)
  if (!entry || entry.state === 'ended') return { outcome: 'unknown_entry' }
  if (entry.closureId !== null) return { outcome: 'already_offered' }
  const hasOffer = listOffersOf(db, [entryId]).some(({ state }) => state === 'open')
  if (hasOffer) return { outcome: 'already_offered' }
  const { treatmentId, doctorId } = entry
  const clock = readClock(db, now)
  const offering = { now, rules: readWaitlistRules(db), clock }
  const startsAt = instantOf(time, clock.timeZone)
  const insertFreed = ({ doctor, lengthMinutes }: Fit) => {
    const own = { doctorId: doctor?.id ?? null, lengthMinutes }
    const freed = { id: uuidv7(), treatmentId, ...time, ...own, freedAt: now, publicAt: startsAt }
    return insertFreedTime(db, freed)
  }
  if (entry.blockId !== null) {
    const anchor = (free: FreeTime) => (free.startMinute === time.startMinute ? free : undefined)
    const block = listBlock(db, entry).map(anyTime)
    const fits = findBlockFit(db, block, { date: time.date, anchor }, clock)
    const main = fits?.find(({ fit }) => fit.startMinute === time.startMinute)
    if (!fits || !main) return { outcome: 'not_free' }
    const offerId = makeOffers(db, { freed: insertFreed(main.fit), fits }, offering, actor)
    return { outcome: 'offered', offerId }
  }
  const rest = { treatmentId, doctorId, ...time, lengthMinutes: 24 * 60 }
  const fit = fitsOf(db, rest, clock)(anyTime(entry))
  if (fit?.startMinute !== time.startMinute) return { outcome: 'not_free' }
  const offered = { freed: insertFreed(fit), fits: [{ entry, fit }] }
  return { outcome: 'offered', offerId: makeOffers(db, offered, offering, actor) }
}

/** The entry as staff may serve it: at any time, without notice. */
function anyTime(entry: EntryRow): EntryRow {
  return { ...entry, noticeMinutes: 0, weekdays: [0, 1, 2, 3, 4, 5, 6], part: 'any' }
}

/**
 * Closes the offers whose time is over, at the start of everything that books. What they held can be
 * booked then; `passOn` offers it to the next family.
 */
export function expireOffers(db: Transaction, now: Date): void {
  for (const offer of listDueOffers(db, now)) {
    if (!closeOffer(db, offer.id, { state: 'expired', answeredAt: now })) continue
    appendEvent(
      db,
      { kind: 'offer.expired', actor: null, subject: offer.id, data: timeOf(offer) },
      now,
    )
    const entry = findEntry(db, offer.entryId)
    // `cancelUnanswered` ends a re-offer.
    if (!entry || entry.closureId !== null) continue
    const missed = entry.missed + 1
    const isPaused = missed >= PAUSED_AFTER && entry.state === 'open'
    updateEntry(db, entry.id, { missed, ...(isPaused && { state: 'paused' }) })
    if (isPaused) {
      appendEvent(db, { kind: 'waitlist.paused', actor: null, subject: entry.id }, now)
    }
    // Siblings' times end together: one email is enough.
    if (listTogether(db, offer)[0]?.id !== offer.id) continue
    const data = { offerId: offer.id, paused: isPaused }
    tellAboutOffer(db, entry, { kind: 'offer_expired', data }, now)
  }
}

/** Offers to the next family what a closed offer held. */
export function passOnFreed(db: Transaction, freedTimeId: string, now: Date): void {
  inSavepoint(db, () => {
    const freed = findFreedTime(db, freedTimeId)
    if (freed?.state === 'offering') offerNext(db, freed, now)
  })
}

/** Withdraws an open offer, because its time or its wish is gone. */
export function withdrawOffer(db: Transaction, offer: OfferRow, actor: string | null, now: Date) {
  if (!closeOffer(db, offer.id, { state: 'withdrawn', answeredAt: now })) return
  appendEvent(db, { kind: 'offer.withdrawn', actor, subject: offer.id, data: timeOf(offer) }, now)
  // A re-offer without its time: staff decide about the appointment.
  if (findEntry(db, offer.entryId)?.closureId != null) endSilently(db, offer.entryId, now)
  passOnFreed(db, offer.freedTimeId, now)
  for (const other of listTogether(db, offer)) {
    if (other.state === 'open') withdrawOffer(db, other, actor, now)
  }
}

/** Ends an entry without an event. */
export function endSilently(db: Transaction, entryId: string, now: Date): boolean {
  return updateEntry(db, entryId, { state: 'ended', endedAt: now })
}

/** The data of an offer's events. */
export function timeOf({ entryId, date, startMinute }: OfferRow) {
  return { entryId, date, startMinute }
}
