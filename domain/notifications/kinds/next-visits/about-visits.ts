import { MOST_CHILDREN_TOGETHER } from '#contract/booking/block-size.ts'
import { dayStart, type WallClock } from '#contract/clinic-time.ts'
import { SIBLINGS_PARAMETER } from '#contract/guardians/child-parameters.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import { tenOClockAfter } from '#domain/next-visits/asking-times.ts'
import { familyOf } from '#domain/next-visits/recall-family.ts'
import type { Texts } from '#domain/notifications/content/email-content.ts'
import {
  drop,
  type Obstacle,
  type Question,
  type Reader,
  type Reading,
  send,
} from '#domain/notifications/content/email-kind.ts'
import type { Addressed, EmailedChild } from '#domain/notifications/content/email-subject.ts'
import { BEN, GUEST, MIA } from '#domain/notifications/content/examples.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
import { afterQuietHours, readReminderSettings } from '#domain/notifications/reminders.ts'
import { childrenOf, contactUs } from '#domain/notifications/templates/email-details.ts'
import { readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { wasAskedSince } from '#drizzle/queries/next-visits/recall-records.ts'
import { findShownTicket, type ShownTicket } from '#drizzle/queries/next-visits/tickets.ts'

// What the emails about next visits have in common. None says treatment, age or doctor.

interface AskedVisit {
  ticketId: string
  treatmentId: string
  child: EmailedChild
}

/** The visits of an email, which the family books together. */
export interface AskedVisits {
  /** At least one. */
  visits: AskedVisit[]
  /** Whether the family can book all of them online. */
  isOnline: boolean
  stopUrl: string
}

/**
 * Reads an email about tickets of the check-up plan: it shows those that the family still books, and is dropped
 * when none is left.
 * @param stillToBook of the email's tickets, those that its family is to book
 */
export function readVisits(
  question: Question<'visits_due' | 'visit_missed'>,
  stillToBook: (
    shown: readonly ShownTicket[],
    family: string,
    moment: WallClock,
  ) => readonly ShownTicket[],
): Reading<AskedVisits> {
  const { db, timeZone, recallUrl, notification, now } = question
  const family = familyOf(notification)
  if (family === '') return drop('account_removed')
  if (!readPlanState(db).isOn) return drop('switched_off')
  const shown = notification.data.tickets.flatMap((id) => findShownTicket(db, id) ?? [])
  const left = stillToBook(shown, family, wallClockAt(now, timeZone))
  if (left.length === 0) return drop('nothing_left')
  return waitForMorning(question, family) ?? send(showVisits(left, { family, recallUrl }))
}

/** What an email about these tickets shows. */
function showVisits(
  shown: readonly ShownTicket[],
  { family, recallUrl }: { family: string } & Pick<Reader, 'recallUrl'>,
): AskedVisits {
  return {
    visits: shown.map(({ ticket, treatment, child }) => ({
      ticketId: ticket.id,
      treatmentId: treatment.id,
      child: { id: child.id, name: child.name },
    })),
    isOnline: shown.every(({ treatment }) => treatment.active && treatment.booking !== 'desk'),
    stopUrl: recallUrl({ family, children: [...new Set(shown.map(({ child }) => child.id))] }),
  }
}

/**
 * Why an email waits: until the next morning, because the family had another email about next visits today, or for
 * the end of the quiet hours. Undefined if it can be sent now.
 */
export function waitForMorning(
  { db, timeZone, notification, now }: Pick<Question, 'db' | 'timeZone' | 'notification' | 'now'>,
  family: string,
): Obstacle | undefined {
  const since = dayStart(wallClockAt(now, timeZone).today, timeZone)
  return wasAskedSince(db, { family, since, besides: notification.id })
    ? { outcome: 'wait', until: tenOClockAfter(now, timeZone) }
    : waitForDay({ db, timeZone, now })
}

/** Why an email waits during the quiet hours; undefined outside of them. */
export function waitForDay({
  db,
  timeZone,
  now,
}: Pick<Question, 'db' | 'timeZone' | 'now'>): Obstacle | undefined {
  const until = afterQuietHours(now, { timeZone, settings: readReminderSettings(db) })
  return until > now ? { outcome: 'wait', until } : undefined
}

/** @param news `sentence`: what the email is about */
export function describeVisits(
  { visits, isOnline, stopUrl, recipient }: Addressed & AskedVisits,
  speaker: Speaker,
  { preview, sentence }: { preview: string; sentence: string },
): Texts {
  const { clinic, pageAt, words } = speaker
  const { nextVisits, shared } = words
  const books = isOnline && recipient.hasAccount
  return {
    subject: nextVisits.timeToBook(clinic.name),
    preview,
    heading: nextVisits.timeToBookHeading,
    paragraphs: [sentence, books ? howToBook(visits, speaker) : nextVisits.callToChoose],
    details: childrenOf([...childrenById(visits).values()], speaker),
    action: books
      ? { label: nextVisits.chooseTime, url: pageAt(bookingPath(visits)) }
      : contactUs(speaker),
    closing: [shared.questions(clinic.phone)],
    reason: recipient.hasAccount ? nextVisits.whyMayBook : nextVisits.whyDeskBooks,
    unsubscribeUrl: stopUrl,
    unsubscribeText: nextVisits.stopEmails,
  }
}

const childrenById = (visits: readonly AskedVisit[]) =>
  new Map(visits.map(({ child }) => [child.id, child]))

/** Whether these visits can be booked together: few children, each once. */
const areBookedTogether = (visits: readonly AskedVisit[]) =>
  visits.length <= MOST_CHILDREN_TOGETHER && childrenById(visits).size === visits.length

function howToBook(visits: readonly AskedVisit[], { words: { nextVisits } }: Speaker): string {
  if (visits.length === 1) return nextVisits.chooseDay
  return areBookedTogether(visits) ? nextVisits.chooseDayTogether : nextVisits.chooseDayEach
}

/** The booking of one visit, of the siblings’ visits together, or the list of all visits to book. */
function bookingPath(visits: readonly AskedVisit[]): string {
  const [first, ...others] = visits
  if (first && others.length === 0) return `/appointment?ticket=${first.ticketId}`
  if (!areBookedTogether(visits)) return '/dashboard'
  const siblings = visits.map(({ child, treatmentId }) => `${child.id}:${treatmentId}`).join(',')
  return `/appointment?${new URLSearchParams({ [SIBLINGS_PARAMETER]: siblings })}`
}

const TREATMENT = '0192f0c1-bbbb-7000-8000-000000000001'

const visitsOf = (children: readonly EmailedChild[]): AskedVisit[] =>
  children.map((child, index) => ({
    ticketId: `0192f0c1-eeee-7000-8000-00000000000${index}`,
    treatmentId: TREATMENT,
    child,
  }))

const example: AskedVisits = {
  visits: visitsOf([MIA, BEN]),
  isOnline: true,
  stopUrl: 'https://clinic.example/recalls/stop?token=a.b',
}

/** The variants of an email about visits, for its examples. */
export const VISIT_EXAMPLES = {
  siblings: example,
  fiveChildren: {
    ...example,
    visits: visitsOf([
      ...[MIA, BEN],
      ...['Zoe', 'Leo', 'Ida'].map((name) => ({ ...MIA, id: `${MIA.id}-${name}`, name })),
    ]),
  },
  oneChild: { ...example, visits: example.visits.slice(0, 1) },
  atTheDesk: { ...example, isOnline: false },
  withoutAccount: { ...example, recipient: GUEST },
}
