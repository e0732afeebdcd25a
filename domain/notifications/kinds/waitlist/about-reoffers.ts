import { min } from 'date-fns/min'
import { mayAnswer } from '#domain/guardians/entry-access.ts'
import type { Texts } from '#domain/notifications/content/email-content.ts'
import {
  drop,
  type Obstacle,
  type Question,
  type Reading,
  send,
} from '#domain/notifications/content/email-kind.ts'
import {
  type Addressed,
  type EmailedChild,
  type FormerTime,
  onlyTime,
} from '#domain/notifications/content/email-subject.ts'
import { MIA } from '#domain/notifications/content/examples.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
import {
  childOf,
  contactUs,
  describeInstant,
  placeOf,
  timeOf,
} from '#domain/notifications/templates/email-details.ts'
import { reasonForFamilies } from '#domain/schedule/reason-for-families.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { listUnsentMoves } from '#drizzle/queries/notifications/notifications.ts'
import { findClosure } from '#drizzle/queries/schedule/closures.ts'
import { findEntry, findOffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { childOf as childOfRow } from '../appointment/about-appointment.ts'
import { exampleOffer } from './about-offer.ts'

/** The time held for an appointment whose own time the clinic closed. */
interface EmailedReoffer {
  offerId: string
  /** The appointment's present time. */
  from: FormerTime
  to: FormerTime
  child?: EmailedChild
}

/** All re-offers of a family to which the email still applies. */
export interface AboutReoffers {
  reoffers: readonly [EmailedReoffer, ...EmailedReoffer[]]
  /** Until when the family should answer, and until when the first time is held. */
  until: Date
  heldUntil: Date
  /** Why the clinic is closed, if it says so. */
  why: string | null
}

type ReofferQuestion = Question<'reoffer_made' | 'reoffer_reminder' | 'reoffer_withdrawn'>

/**
 * Reads the re-offers of a notification, without those to which it no longer applies.
 * @param areOpen whether to read those that the family can still answer, or the others
 */
export function readReoffers(
  question: ReofferQuestion,
  { areOpen }: { areOpen: boolean },
): Reading<AboutReoffers> {
  const { db, notification, now } = question
  const { uid, data } = notification
  const found = data.offerIds.flatMap((offerId) => {
    const offer = findOffer(db, offerId)
    const entry = offer && findEntry(db, offer.entryId)
    const row = entry?.appointmentId ? findAppointment(db, entry.appointmentId) : undefined
    if (!offer || !entry || row?.status !== 'booked') return []
    if (uid !== null && !mayAnswer(db, entry, uid)) return []
    const isOpen = offer.state === 'open' && offer.expiresAt > now
    if (isOpen !== areOpen) return []
    const child = childOfRow(row)
    const reoffer = { offerId, from: onlyTime(row), to: onlyTime(offer), ...(child && { child }) }
    const closure = entry.closureId === null ? undefined : findClosure(db, entry.closureId)
    return [{ appointmentId: row.id, offer, reoffer, why: reasonForFamilies(closure) }]
  })
  const [first, ...others] = found
  if (!first) return drop('superseded')
  const unsent = findUnsentMove(
    question,
    found.map(({ appointmentId }) => appointmentId),
  )
  if (unsent) return unsent
  const offers = found.map(({ offer }) => offer)
  return send({
    reoffers: [first.reoffer, ...others.map(({ reoffer }) => reoffer)],
    until: min(offers.map(({ answerBy, expiresAt }) => answerBy ?? expiresAt)),
    heldUntil: min(offers.map(({ expiresAt }) => expiresAt)),
    why: first.why,
  })
}

/** How long after the email about the move, in milliseconds. */
const AFTER_MOVE_MS = 1000

/** Waits for the email about a move, because the recipient does not know the present time before it. */
function findUnsentMove(
  { db, notification: { uid }, now }: ReofferQuestion,
  appointmentIds: readonly string[],
): Obstacle | undefined {
  const moves = appointmentIds
    .flatMap((id) => listUnsentMoves(db, id))
    .filter((move) => move.uid === uid)
  if (moves.length === 0) return undefined
  const last = Math.max(...moves.map(({ dueAt }) => dueAt.getTime()))
  return { outcome: 'wait', until: new Date(Math.max(last, now.getTime()) + AFTER_MOVE_MS) }
}

const { offerId, time } = exampleOffer

/** An appointment of a closed day, with its other time. */
const exampleReoffer: EmailedReoffer = {
  offerId,
  from: { ...time, date: '2027-03-02' },
  to: time,
}

/** The child's, later that day. */
export const laterReoffer: EmailedReoffer = {
  offerId,
  from: { ...exampleReoffer.from, startMinute: 10 * 60 },
  to: { ...time, startMinute: 10 * 60 },
  child: MIA,
}

/** Re-offers of a family: one, or several of that day. */
export function exampleReoffers(...others: readonly EmailedReoffer[]): AboutReoffers {
  return {
    reoffers: [exampleReoffer, ...others],
    until: new Date('2027-03-02T23:00:00Z'),
    heldUntil: new Date('2027-03-03T23:00:00Z'),
    why: 'Our team is in training.',
  }
}

/** Why the appointments cannot take place, if the clinic says so. */
export const whyOf = (
  { why }: AboutReoffers,
  { words: { waitlist }, translated }: Speaker,
): string[] => (why === null ? [] : [waitlist.why(translated(why))])

/** What happens without an answer, and when. */
export function withoutAnswer(
  { until, heldUntil, reoffers }: AboutReoffers,
  speaker: Speaker,
): string {
  const { waitlist } = speaker.words
  const isOne = reoffers.length === 1
  if (heldUntil <= until) return isOne ? waitlist.thenCancelOne : waitlist.thenCancelSeveral
  const end = describeInstant(heldUntil, speaker)
  return isOne ? waitlist.thenCallAndCancelOne(end) : waitlist.thenCallAndCancelSeveral(end)
}

/** The times, one link to answer all of them, and who may: the same in every email about re-offers. */
export function answerOf(
  { reoffers, recipient }: AboutReoffers & Pick<Addressed, 'recipient'>,
  speaker: Speaker,
): Pick<Texts, 'details' | 'action' | 'closing' | 'reason'> {
  const { clinic, pageAt, words } = speaker
  const { shared, waitlist } = words
  const ways = recipient.hasAccount
    ? {
        action: {
          label: waitlist.answer,
          url: pageAt(`/dashboard/offers/${reoffers[0].offerId}`),
        },
        closing: [shared.questions(clinic.phone)],
      }
    : { action: contactUs(speaker), closing: [waitlist.answerByPhone(clinic.phone)] }
  const times = reoffers.flatMap(({ from, to, child }) => [
    ...childOf({ child }, speaker),
    timeOf(shared.newTime, to, speaker),
    timeOf(shared.before, from, speaker),
  ])
  return { details: [...times, placeOf(speaker)], ...ways, reason: waitlist.whyMayChange }
}
