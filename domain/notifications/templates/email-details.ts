import { groupDeadlines, zoneAt } from '#contract/booking/deadlines.ts'
import { addressLine, thingsToBring } from '#contract/clinic/clinic-details.ts'
import type { IsoDate } from '#contract/dates.ts'
import { legalPath } from '#contract/legal/legal-titles.ts'
import { instantOf, wallClockAt } from '#domain/clinic-clock.ts'
import { appointmentPath } from '../content/calendar-file.ts'
import type { EmailContent, EmailDetail, EmailLine } from '../content/email-content.ts'
import type {
  EmailedAppointment,
  EmailedChild,
  EmailedTerms,
  FormerTime,
  Recipient,
} from '../content/email-subject.ts'
import { toHeaderText } from '../content/header-text.ts'
import type { Speaker } from '../content/speech.ts'

// Parts that emails share: times, places, links, deadlines and ways to change.

const LONGEST_NAME = 60

/** The Notice of Privacy Practices, once it is published. */
export function noticeOf({ clinic, words, pageAt }: Speaker): EmailContent['notice'] {
  const isPublished = clinic.legal?.some(({ page }) => page === 'notice')
  if (!isPublished) return undefined
  return { label: words.shared.noticeOfPrivacyPractices, url: pageAt(legalPath('notice')) }
}

/** 'Mon, Mar 1 at 12:00 PM', on the clinic's clock. */
export function describeInstant(instant: Date, speaker: Speaker): string {
  const { today, minute } = wallClockAt(instant, speaker.timeZone)
  return shortTime({ date: today, startMinute: minute }, speaker)
}

export function viewAppointment({ id }: EmailedAppointment, { words, pageAt }: Speaker) {
  return { label: words.shared.viewAppointment, url: pageAt(appointmentPath(id)) }
}

export function viewAppointments({ words, pageAt }: Speaker) {
  return { label: words.shared.viewAppointments, url: pageAt('/dashboard') }
}

export function signUp({ words, pageAt }: Speaker) {
  return { label: words.shared.createAccount, url: pageAt('/signup') }
}

export function contactUs({ words, pageAt }: Speaker) {
  return { label: words.shared.contactUs, url: pageAt('/contactus') }
}

export function waysToChange(
  { hasAccount }: { hasAccount: boolean },
  { clinic, words: { shared } }: Speaker,
): string {
  return hasAccount ? shared.moveOrCancel(clinic.phone) : shared.changeByPhone(clinic.phone)
}

/** Parts that emails about one appointment share. */
export function partsOf(
  { appointment, recipient }: { appointment: EmailedAppointment; recipient: Recipient },
  speaker: Speaker,
) {
  return {
    when: shortTime(appointment, speaker),
    details: [
      ...childOf(appointment, speaker),
      timeOf(speaker.words.shared.when, appointment, speaker),
      placeOf(speaker),
    ],
    view: recipient.hasAccount ? viewAppointment(appointment, speaker) : signUp(speaker),
    change: waysToChange(recipient, speaker),
  }
}

/** Until when they can be canceled and moved. */
export function termsOf(
  appointments: readonly EmailedAppointment[],
  { terms, recipient }: { terms: EmailedTerms; recipient: Recipient },
  { timeZone, words, formats, speech }: Speaker,
): EmailDetail[] {
  // Terms are for the booker, who pays.
  if (appointments.every(({ isShared }) => isShared)) return []
  const { rules, refundCeiling: ceiling, moves, now, ...own } = terms
  const online = recipient.hasAccount ? { ...rules, canMove: moves < rules.mostMoves } : null
  const isOneDay = appointments.every(({ date }) => date === appointments[0]?.date)
  const groups = groupDeadlines(
    appointments.map(({ date, startMinute }) => ({
      label: isOneDay ? formats.minute(startMinute) : formats.weekday(date),
      question: {
        ...{ date, startMinute, timeZone, ...own, ceiling, online, now },
        isReadLater: true,
      },
    })),
    { ...speech.words, formats },
  )
  const shown = groups.flatMap(({ labels, lines }) =>
    lines.map((line) => (groups.length > 1 ? `${labels.join(', ')}: ${line}` : line)),
  )
  return shown.length > 0 ? [{ label: words.shared.changesAndRefunds, lines: shown }] : []
}

/** What to bring; nothing if the clinic asks for nothing. */
export function thingsOf({ clinic, words, translated }: Speaker): EmailDetail[] {
  const lines = thingsToBring(clinic).map(translated)
  return lines.length > 0 ? [{ label: words.shared.whatToBring, lines, isList: true }] : []
}

export function placeOf({ clinic, words }: Speaker): EmailDetail {
  return { label: words.shared.where, lines: [clinic.fullName, addressLine(clinic)] }
}

/** 'Tuesday, March 2, 2027 – Tuesday, March 9, 2027', or one day. */
export const daysOf = (from: IsoDate, to: IsoDate, { formats: { wholeDay } }: Speaker) =>
  from === to ? wholeDay(from) : `${wholeDay(from)} – ${wholeDay(to)}`

export function timeOf(label: string, time: FormerTime, speaker: Speaker): EmailDetail {
  return { label, lines: [speaker.formats.wholeDay(time.date), timeRange(time, speaker)] }
}

/** The child; nothing for the account holder. */
export function childOf(
  { child }: { child?: EmailedChild | undefined },
  speaker: Speaker,
): EmailDetail[] {
  return childrenOf(child ? [child] : [], speaker)
}

/** The children; nothing for the account holder. */
export function childrenOf(children: readonly EmailedChild[], { words }: Speaker): EmailDetail[] {
  if (children.length === 0) return []
  return [{ label: words.shared.forWhom, lines: children.map((one) => lineOf(one)) }]
}

export const lineOf = (child: EmailedChild, before = ''): EmailLine => ({
  before,
  name: shortName(child.name),
  child,
})

export const shortName = (name: string) => toHeaderText(name, LONGEST_NAME)

/** Appointments by day, in order of time; a child's with its name. */
export function timesOf(
  times: readonly (FormerTime & { child?: EmailedChild })[],
  speaker: Speaker,
): EmailDetail {
  const days = Map.groupBy(times.toSorted(byTime), ({ date }) => date)
  const lines = [...days].flatMap(([date, ofDay]): EmailLine[] => [
    speaker.formats.wholeDay(date),
    ...ofDay.map(({ child, ...time }) => {
      const range = timeRange(time, speaker)
      return child ? lineOf(child, `${range}, `) : range
    }),
  ])
  return { label: speaker.words.shared.when, lines }
}

export function byTime(one: FormerTime, other: FormerTime): number {
  return one.date.localeCompare(other.date) || one.startMinute - other.startMinute
}

/** '9:00 AM – 9:30 AM PST': in the clinic's time zone, wherever it is read. */
function timeRange(time: FormerTime, { timeZone, formats }: Speaker): string {
  const { startMinute, lengthMinutes } = time
  const zone = zoneAt(instantOf(time, timeZone), timeZone)
  return `${formats.minute(startMinute)} – ${formats.minute(startMinute + lengthMinutes)} ${zone}`
}

/** 'Tue, Mar 2 at 9:00 AM' */
export function shortTime(
  { date, startMinute }: Pick<FormerTime, 'date' | 'startMinute'>,
  { words, formats }: Speaker,
): string {
  return words.shared.dayAtTime(formats.weekday(date), formats.minute(startMinute))
}
