import { millisecondsInMinute } from 'date-fns/constants'
import { v7 as uuidv7 } from 'uuid'
import { overlaps, type Slot } from '#contract/booking/slots.ts'
import type { WaitlistRules } from '#contract/clinic/clinic-settings.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { FreeTime } from '#contract/schedule/free-times.ts'
import { fromTimeField } from '#contract/schedule/time-fields.ts'
import { offerMinutes, PAUSED_AFTER } from '#contract/waitlist/rules.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { forgetCall } from '#drizzle/queries/front-desk/todo.ts'
import {
  advanceOpenedTimes,
  countOffer,
  deleteOpenedTimes,
  type FreedTimeRow,
  findOpenedTimes,
  findWaitingTime,
  insertFreedTime,
  isOccupied,
  listOpenedAt,
  listWaitingAt,
  type OpenedTimesRow,
  updateFreedTime,
} from '#drizzle/queries/waitlist/freed-times.ts'
import {
  closeOffer,
  countOffersOn,
  type EntryRow,
  findEntry,
  findOffer,
  insertOffer,
  listBlockEntries,
  listBlockOffers,
  listCandidates,
  listDeclined,
  listDueOffers,
  listDueOffersAt,
  listOffersOf,
  type OfferRow,
  updateEntry,
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
import { freedRow, hiddenFromNow, passOnTime, readClock } from './free-time.ts'
import { notifyAboutOffer } from './notify-guardians.ts'

/** How long one transaction may offer times, in milliseconds, because other writers wait for it. */
const OFFER_FOR_MS = 20

/** Facts that apply to all families at one moment. */
interface Offering {
  now: Date
  rules: WaitlistRules
  clock: Clock
}

const offeringAt = (db: Database, now: Date): Offering => ({
  now,
  rules: readSettings(db),
  clock: readClock(db, now),
})

/**
 * Offers a freed time to its next family, or as many days of opened times as fit in a transaction. Repeating
 * it continues.
 * @returns whether nothing is left to offer
 */
export function offerSome(db: Transaction, id: string, now: Date): boolean {
  const freed = findWaitingTime(db, id)
  if (freed) offerNext(db, freed, now)
  const opened = findOpenedTimes(db, id)
  return opened === undefined || offerDays(db, opened, now)
}

/** Makes public what could not be offered. */
export function giveUpOffering(db: Transaction, id: string, now: Date): void {
  const freed = findWaitingTime(db, id)
  if (freed) endSearch(db, freed, 'public', now)
  const opened = findOpenedTimes(db, id)
  if (opened) publishDays(db, opened, { from: opened.fromDate, to: opened.toDate }, now)
}

/** Offers the time to the next family, or ends the search: the time is then public, or booked. */
function offerNext(db: Transaction, freed: FreedTimeRow, now: Date): void {
  if (isOccupied(db, freed)) {
    endSearch(db, freed, 'booked', now)
    return
  }
  const offering = offeringAt(db, now)
  const fitsFor = fitsIn(db, freed, offering)
  const turns = isOfferTime(freed, offering) ? turnsOf(db, freed) : []
  for (const turn of turns) {
    const fits = fitsFor(turn)
    if (!mayBeOffered(db, fits, offering)) continue
    makeOffers(db, { freed, fits }, offering)
    return
  }
  endSearch(db, freed, 'public', now)
}

function endSearch(
  db: Transaction,
  freed: FreedTimeRow,
  state: 'booked' | 'public',
  now: Date,
): void {
  updateFreedTime(db, freed.id, { state, hiddenUntil: null })
  if (freed.hiddenUntil === null) return
  const data = { fromDate: freed.date, toDate: freed.date }
  appendEvent(db, { kind: 'times.public', actor: null, subject: freed.id, data }, now)
}

/** Offers the days of opened times one after another, until the transaction's time is used up. */
function offerDays(db: Transaction, opened: OpenedTimesRow, now: Date): boolean {
  const offering = offeringAt(db, now)
  const { fromDate: from, toDate } = opened
  if (!isInOfferHours(offering)) {
    publishDays(db, opened, { from, to: toDate }, now)
    return true
  }
  const end = performance.now() + OFFER_FOR_MS
  let date = from
  let { asked } = opened
  do {
    asked = offerDay(db, { ...opened, fromDate: date, asked }, offering, end)
    if (asked !== null) break
    date = dayAfter(date)
  } while (date <= toDate && performance.now() < end)
  publishDays(db, { ...opened, asked }, { from, to: dayAfter(date, -1) }, now)
  return date > toDate
}

/** Records that days were offered: their times that are not held are public. */
function publishDays(
  db: Transaction,
  { id, toDate, asked }: OpenedTimesRow,
  { from, to }: { from: IsoDate; to: IsoDate },
  now: Date,
): void {
  if (to >= toDate) deleteOpenedTimes(db, id)
  else advanceOpenedTimes(db, id, { fromDate: dayAfter(to), asked, hiddenUntil: hiddenFromNow() })
  if (to < from) return
  const data = { fromDate: from, toDate: to }
  appendEvent(db, { kind: 'times.public', actor: null, subject: id, data }, now)
}

/**
 * Offers the first day of opened times to each family in turn.
 * @returns the place of the last family that was asked before the time was used up; null after all
 */
function offerDay(
  db: Transaction,
  opened: OpenedTimesRow,
  offering: Offering,
  end: number,
): string | null {
  const { id, doctorId, fromDate: date, fromMinute, toMinute, asked } = opened
  const slot = { startMinute: fromMinute, lengthMinutes: toMinute - fromMinute }
  const day = { id, treatmentId: null, doctorId, date, ...slot }
  let fitsFor = fitsIn(db, day, offering)
  for (const turn of turnsOf(db, day)) {
    if (asked !== null && turn.place <= asked) continue
    if (offerPart(db, { opened, day }, fitsFor(turn), offering)) {
      fitsFor = fitsIn(db, day, offering)
    }
    if (performance.now() >= end) return turn.place
  }
  return null
}

/**
 * Offers a part of opened times.
 * @returns whether it was offered
 */
function offerPart(
  db: Transaction,
  { opened, day }: { opened: OpenedTimesRow; day: OfferableTime },
  fits: readonly EntryFit[],
  offering: Offering,
): boolean {
  const main = fits.find(({ fit }) => isPart(fit, day))
  if (!main || !mayBeOffered(db, fits, offering)) return false
  const { startMinute, lengthMinutes, treatment, doctor } = main.fit
  const time = { treatmentId: treatment.id, doctorId: doctor?.id ?? null, date: day.date }
  const freed = freedRow({ ...time, startMinute, lengthMinutes }, opened.openedAt, offering.clock)
  if (!isOfferTime({ ...freed, offers: 0 }, offering)) return false
  const row = insertFreedTime(db, { ...freed, openedId: opened.id })
  makeOffers(db, { freed: row, fits }, offering)
  return true
}

/**
 * Offers a time to the waiting families if it was freed and they have not been asked. Everything that books
 * calls it first, so that the order holds even without the job.
 * @returns whether anything changed; `failed`: the time cannot be booked now
 */
export function askFirst(
  db: Transaction,
  time: OfferableTime & { treatmentId: string },
  now: Date,
): 'nothing' | 'asked' | 'failed' {
  const waiting = listWaitingAt(db, time)
  const opened = listOpenedAt(db, time)
  if (waiting.length === 0 && opened.length === 0) return 'nothing'
  try {
    db.$client.transaction(() => {
      for (const freed of waiting) offerNext(db, freed, now)
      for (const one of opened) offerAround(db, one, time, now)
    })()
    return 'asked'
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back the whole transaction.
    if (!db.$client.inTransaction) throw error
    return 'failed'
  }
}

/** Offers one of the opened times, and overlapping ones, to each family in turn; the rest becomes public. */
function offerAround(
  db: Transaction,
  opened: OpenedTimesRow,
  time: OfferableTime & { treatmentId: string },
  now: Date,
): void {
  const offering = offeringAt(db, now)
  const { treatmentId, doctorId, date, startMinute, lengthMinutes } = time
  const slot = {
    startMinute: opened.fromMinute,
    lengthMinutes: opened.toMinute - opened.fromMinute,
  }
  const day = { id: opened.id, treatmentId, doctorId, date, ...slot }
  const turns = isInOfferHours(offering) ? turnsOf(db, day) : []
  let fitsFor = fitsIn(db, day, offering, (free) => overlaps(free, time))
  for (const turn of turns) {
    if (!offerPart(db, { opened, day }, fitsFor(turn), offering)) continue
    if (isOccupied(db, time)) return
    fitsFor = fitsIn(db, day, offering, (free) => overlaps(free, time))
  }
  const freed = freedRow(
    { treatmentId, doctorId, date, startMinute, lengthMinutes },
    opened.openedAt,
    offering.clock,
  )
  insertFreedTime(db, { ...freed, openedId: opened.id, state: 'public' })
}

/** A family's turn; for siblings, the ones who get their times together. */
interface Turn {
  entries: readonly [EntryRow, ...EntryRow[]]
  /** Times that they declined, and which they are offered again only after all others. */
  declined: readonly Slot[]
  /** The sort key. */
  place: string
}

/** The families that want a day, in the order in which they are asked. */
function turnsOf(db: Database, { id, date }: { id: string; date: IsoDate }): Turn[] {
  const declined = Map.groupBy(listDeclined(db, date), personKey)
  const candidates = listCandidates(db, { date, freed: id })
  const blocks = Map.groupBy(candidates, (entry) => entry.blockId ?? entry.id)
  const turns = Array.from(blocks.values(), (entries): Turn[] => {
    const [first, ...others] = entries
    // A sibling has an open offer, or no longer waits.
    if (!first || listBlockEntries(db, first).length > entries.length) return []
    const own = entries.flatMap((entry) => {
      const { childId, uid, deskFamilyId, treatmentId } = entry
      const person = childId ?? uid ?? deskFamilyId ?? ''
      return declined.get(personKey({ person, treatmentId })) ?? []
    })
    return [{ entries: [first, ...others], declined: own, place: placeOf(first) }]
  }).flat()
  const again = turns
    .filter((turn) => turn.declined.length > 0)
    .map(({ entries, place }) => ({ entries, declined: [], place: `again ${place}` }))
  return [...turns, ...again]
}

const personKey = ({ person, treatmentId }: { person: string; treatmentId: string }) =>
  `${person} ${treatmentId}`

const placeOf = ({ rank, joinedAt, id }: EntryRow) =>
  `${rank} ${String(joinedAt.getTime()).padStart(15, '0')} ${id}`

/**
 * The part of a freed time that fits: one time, or one for each of the siblings, which include the freed one.
 * Valid until something is offered.
 */
function fitsIn(
  db: Database,
  freed: OfferableTime,
  { clock }: Offering,
  isMeant: (slot: Slot) => boolean = () => true,
) {
  let fitOf: ReturnType<typeof fitsOf> | undefined
  return ({ entries, declined }: Turn): readonly EntryFit[] => {
    const isNew = (slot: Slot) => isMeant(slot) && !declined.some((one) => overlaps(one, slot))
    const [entry] = entries
    if (entry.blockId === null) {
      fitOf ??= fitsOf(db, freed, clock)
      const fit = fitOf(entry, isNew)
      return fit ? [{ entry, fit }] : []
    }
    const part = partOf(freed)
    const anchor = (time: FreeTime) => (isNew(time) ? part(time) : undefined)
    return findBlockFit(db, entries, { date: freed.date, anchor }, clock) ?? []
  }
}

/** Whether the family can be asked, and has not reached its limit of offers today. */
function mayBeOffered(
  db: Database,
  fits: readonly EntryFit[],
  { rules, clock }: Offering,
): boolean {
  const [first] = fits
  if (!first || !fits.every(({ entry }) => canBeAsked(db, entry))) return false
  const family = first.entry.uid ?? first.entry.deskFamilyId ?? ''
  return countOffersOn(db, { family, day: clock.today }) < rules.offersPerDay
}

/** A function that says which part of a time, or of its doctors, was freed. */
function partOf(freed: OfferableTime) {
  const { doctorId } = freed
  return (time: FreeTime): FreeTime | undefined => {
    if (!isWithin(time, freed)) return undefined
    if (doctorId === null) return time
    return time.doctorIds.includes(doctorId) ? { ...time, doctorIds: [doctorId] } : undefined
  }
}

/** Whether families may be asked at this time of day. */
function isInOfferHours({ rules, clock: { minute } }: Offering): boolean {
  return fromTimeField(rules.offersFrom) <= minute && minute < fromTimeField(rules.offersUntil)
}

/** Whether families may be asked about this time now. */
function isOfferTime(
  freed: Pick<FreedTimeRow, 'date' | 'startMinute' | 'publicAt' | 'offers'>,
  offering: Offering,
): boolean {
  const { now, rules, clock } = offering
  const left = instantOf(freed, clock.timeZone).getTime() - now.getTime()
  const isInTime = left >= rules.offerLeadMinutes * millisecondsInMinute && now < freed.publicAt
  return isInOfferHours(offering) && isInTime && freed.offers < rules.mostOffers
}

interface NewOffer {
  freed: FreedTimeRow
  entry: EntryRow
  fit: Fit
}

/**
 * Offers a freed time, for siblings together with free times beside it, and emails the family.
 * @returns the id of the first offer
 */
function makeOffers(
  db: Transaction,
  { freed, fits }: { freed: FreedTimeRow; fits: readonly EntryFit[] },
  { now, rules, clock }: Offering,
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
    const { date, openedId } = freed
    const own = one === main ? freed : insertFree(db, { ...one.fit, date, openedId }, now)
    const made = { now, today: clock.today, expiresAt, blockId }
    return writeOffer(db, { freed: own, ...one }, made, by)
  })
  const offerId = ids[0] ?? ''
  notifyAboutOffer(db, first.entry, { kind: 'offer_made', data: { offerId } }, now)
  return offerId
}

function isPart({ doctor, ...slot }: Fit, freed: OfferableTime): boolean {
  return isWithin(slot, freed) && (freed.doctorId === null || freed.doctorId === doctor?.id)
}

/** Stores a time that was free before: if it is declined, no other family is asked. */
export function insertFree(
  db: Transaction,
  {
    startMinute,
    lengthMinutes,
    treatment,
    doctor,
    date,
    openedId = null,
  }: Omit<Fit, 'priceCents'> & { date: IsoDate; openedId?: string | null },
  now: Date,
): FreedTimeRow {
  const time = { treatmentId: treatment.id, doctorId: doctor?.id ?? null, date, openedId }
  const row = { id: uuidv7(), ...time, startMinute, lengthMinutes, freedAt: now, publicAt: now }
  return insertFreedTime(db, row)
}

interface OfferTerms {
  now: Date
  today: IsoDate
  expiresAt: Date
  /** For a re-offer: from then on staff call the family. */
  answerBy?: Date | null
  /** Shared by the offers that are answered together. */
  blockId?: string | null
}

/** Writes an offer with its hold and event, without an email. */
export function writeOffer(
  db: Transaction,
  { freed, entry, fit }: NewOffer,
  { now, today, expiresAt, answerBy = null, blockId = null }: OfferTerms,
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
    answerBy,
    answeredBy: null,
    answeredAt: null,
    appointmentId: null,
    blockId,
  })
  countOffer(db, freed.id)
  forgetCall(db, entry.closureId === null ? entry.id : (entry.appointmentId ?? entry.id))
  const time = { entryId: entry.id, date, startMinute }
  const isByHand = by !== null && entry.closureId === null
  const data = { ...time, expiresAt: expiresAt.toISOString(), ...(isByHand && { byHand: true }) }
  appendEvent(db, { kind: 'offer.made', actor: by, subject: id, data }, now)
  return id
}

type HandOffer =
  | { outcome: 'offered'; offerId: string }
  | { outcome: 'unknown_entry' | 'not_free' | 'already_offered' }

/** Offers a free time to a family on behalf of staff, whatever its turn, its address and the time of day. */
export function offerByHand(
  db: Transaction,
  { entryId, ...time }: { entryId: string; date: IsoDate; startMinute: number },
  { actor, now }: ChangedBy,
): HandOffer {
  const entry = findEntry(db, entryId)
  if (!entry || entry.state === 'ended') return { outcome: 'unknown_entry' }
  if (entry.closureId !== null) return { outcome: 'already_offered' }
  expireOffersAt(db, { ...time, lengthMinutes: 1 }, now)
  for (const { id } of listOffersOf(db, [entryId])) expireOffer(db, id, now)
  const hasOffer = listOffersOf(db, [entryId]).some(({ state }) => state === 'open')
  if (hasOffer) return { outcome: 'already_offered' }
  const { treatmentId, doctorId } = entry
  const clock = readClock(db, now)
  const offering = { now, rules: readSettings(db), clock }
  const startsAt = instantOf(time, clock.timeZone)
  const insertFreed = ({ doctor, lengthMinutes }: Fit) => {
    const own = { doctorId: doctor?.id ?? null, lengthMinutes }
    const freed = { id: uuidv7(), treatmentId, ...time, ...own, freedAt: now, publicAt: startsAt }
    return insertFreedTime(db, freed)
  }
  if (entry.blockId !== null) {
    const anchor = (free: FreeTime) => (free.startMinute === time.startMinute ? free : undefined)
    const block = listBlockEntries(db, entry).map(anyTime)
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

/** The entry without its limits on time of day and notice, which do not bind staff. */
function anyTime(entry: EntryRow): EntryRow {
  return { ...entry, noticeMinutes: 0, weekdays: [0, 1, 2, 3, 4, 5, 6], part: 'any' }
}

/** Closes expired offers of a time before it is booked; `askFirst` then offers it to the next family. */
export function expireOffersAt(db: Transaction, time: Slot & { date: IsoDate }, now: Date): void {
  for (const offer of listDueOffersAt(db, time, now)) expire(db, offer, now)
}

/** Closes an expired offer and its siblings' offers. */
export function expireOffer(db: Transaction, id: string, now: Date): void {
  const offer = findOffer(db, id)
  if (offer?.state !== 'open' || offer.expiresAt > now) return
  for (const one of listBlockOffers(db, offer)) expire(db, one, now)
}

/**
 * Closes the next expired offer.
 * @returns false when there is none
 */
export function expireNext(db: Transaction, now: Date): boolean {
  const [offer] = listDueOffers(db, now, 1)
  if (offer) expire(db, offer, now)
  return offer !== undefined
}

function expire(db: Transaction, offer: OfferRow, now: Date): void {
  if (!closeOffer(db, offer.id, { state: 'expired', answeredAt: now })) return
  const event = { actor: null, subject: offer.id, data: timeOf(offer) }
  appendEvent(db, { kind: 'offer.expired', ...event }, now)
  passOnTime(db, offer.freedTimeId, now)
  const entry = findEntry(db, offer.entryId)
  // `cancelUnanswered` ends a re-offer.
  if (!entry || entry.closureId !== null) return
  const missed = entry.missed + 1
  const isPaused = missed >= PAUSED_AFTER && entry.state === 'open'
  updateEntry(db, entry.id, { missed, ...(isPaused && { state: 'paused' }) })
  if (isPaused) {
    appendEvent(db, { kind: 'waitlist.paused', actor: null, subject: entry.id }, now)
  }
  // One email covers all siblings' times, which expire together.
  if (listBlockOffers(db, offer)[0]?.id !== offer.id) return
  const data = { offerId: offer.id, paused: isPaused }
  notifyAboutOffer(db, entry, { kind: 'offer_expired', data }, now)
}

/** Withdraws an open offer, because its time is no longer free or its entry has ended. */
export function withdrawOffer(db: Transaction, offer: OfferRow, actor: string | null, now: Date) {
  if (!closeOffer(db, offer.id, { state: 'withdrawn', answeredAt: now })) return
  appendEvent(db, { kind: 'offer.withdrawn', actor, subject: offer.id, data: timeOf(offer) }, now)
  // A re-offer has lost its time: staff decide about the appointment.
  if (findEntry(db, offer.entryId)?.closureId != null) endSilently(db, offer.entryId, now)
  passOnTime(db, offer.freedTimeId, now)
  for (const other of listBlockOffers(db, offer)) {
    if (other.state === 'open') withdrawOffer(db, other, actor, now)
  }
}

/** Ends an entry without an event. */
export function endSilently(
  db: Transaction,
  entryId: string,
  now: Date,
  endReason: EntryRow['endReason'] = null,
): boolean {
  return updateEntry(db, entryId, { state: 'ended', endedAt: now, endReason })
}

/** An offer's time, as the data of its events. */
export function timeOf({ entryId, date, startMinute }: OfferRow) {
  return { entryId, date, startMinute }
}
