import { format } from 'date-fns/format'
import { groupDeadlines, zoneAt } from '#contract/booking/deadlines.ts'
import { formatMinute } from '#contract/booking/slots.ts'
import { addressLine, thingsToBring } from '#contract/clinic/clinic-details.ts'
import { fromIsoDate, type IsoDate } from '#contract/dates.ts'
import { legalPath } from '#contract/legal/legal-titles.ts'
import { instantOf, wallClockAt } from '#domain/clinic-clock.ts'
import { appointmentUrl } from '../content/calendar-file.ts'
import type { EmailContent, EmailDetail, EmailLine } from '../content/email-content.ts'
import type {
  EmailedAppointment,
  EmailedChild,
  EmailedTerms,
  EmailSender,
  FormerTime,
  Recipient,
} from '../content/email-subject.ts'
import { toHeaderText } from '../content/header-text.ts'

// Parts that emails share: times, places, links, deadlines and ways to change.

const LONGEST_NAME = 60

export const HOW_TO_LINK =
  'To see your appointments online, sign up with this email address and tell us at the front desk.'

/** The Notice of Privacy Practices, once it is published. */
export function noticeOf({ clinic, siteUrl }: EmailSender): EmailContent['notice'] {
  const notice = clinic.legal?.find(({ page }) => page === 'notice')
  return notice && { label: notice.title, url: siteUrl + legalPath('notice') }
}

/** 'Mon, Mar 1 at 12:00 PM', on the clinic's clock. */
export function describeInstant(instant: Date, { timeZone }: EmailSender): string {
  const { today, minute } = wallClockAt(instant, timeZone)
  return shortTime({ date: today, startMinute: minute, lengthMinutes: 0 })
}

export function viewAppointment({ id }: EmailedAppointment, { siteUrl }: EmailSender) {
  return { label: 'View appointment', url: appointmentUrl(id, siteUrl) }
}

export function viewAppointments({ siteUrl }: EmailSender) {
  return { label: 'View appointments', url: `${siteUrl}/dashboard` }
}

export function signUp({ siteUrl }: EmailSender) {
  return { label: 'Create an account', url: `${siteUrl}/signup` }
}

export function waysToChange(
  { hasAccount }: { hasAccount: boolean },
  { clinic }: EmailSender,
): string {
  return hasAccount
    ? `To move or cancel, log in or call us at ${clinic.phone}.`
    : `To change or cancel, call us at ${clinic.phone}.`
}

/** Parts that emails about one appointment share. */
export function partsOf(
  { appointment, recipient }: { appointment: EmailedAppointment; recipient: Recipient },
  sender: EmailSender,
) {
  return {
    when: shortTime(appointment),
    details: [...childOf(appointment), timeOf('When', appointment, sender), placeOf(sender)],
    view: recipient.hasAccount ? viewAppointment(appointment, sender) : signUp(sender),
    change: waysToChange(recipient, sender),
  }
}

/** Until when they can be canceled and moved. */
export function termsOf(
  appointments: readonly EmailedAppointment[],
  { terms, recipient }: { terms: EmailedTerms; recipient: Recipient },
  { timeZone }: EmailSender,
): EmailDetail[] {
  // Terms are for the booker, who pays.
  if (appointments.every(({ isShared }) => isShared)) return []
  const { rules, refundCeiling: ceiling, moves, now, ...own } = terms
  const online = recipient.hasAccount ? { ...rules, canMove: moves < rules.mostMoves } : null
  const isOneDay = appointments.every(({ date }) => date === appointments[0]?.date)
  const groups = groupDeadlines(
    appointments.map(({ date, startMinute }) => ({
      label: isOneDay ? formatMinute(startMinute) : shortDay(date),
      question: {
        ...{ date, startMinute, timeZone, ...own, ceiling, online, now },
        isReadLater: true,
      },
    })),
  )
  const shown = groups.flatMap(({ labels, lines }) =>
    lines.map((line) => (groups.length > 1 ? `${labels.join(', ')}: ${line}` : line)),
  )
  return shown.length > 0 ? [{ label: 'Changes and refunds', lines: shown }] : []
}

/** What to bring; nothing if the clinic asks for nothing. */
export function thingsOf({ clinic }: EmailSender): EmailDetail[] {
  const lines = thingsToBring(clinic)
  return lines.length > 0 ? [{ label: 'What to bring', lines, isList: true }] : []
}

export function placeOf({ clinic }: EmailSender): EmailDetail {
  return { label: 'Where', lines: [clinic.fullName, addressLine(clinic)] }
}

/** 'Tuesday, March 2, 2027' */
export const fullDay = (date: IsoDate) => format(fromIsoDate(date), 'EEEE, MMMM d, yyyy')

/** 'Tue, Mar 2' */
export const shortDay = (date: IsoDate) => format(fromIsoDate(date), 'EEE, MMM d')

export function timeOf(label: string, time: FormerTime, sender: EmailSender): EmailDetail {
  return { label, lines: [fullDay(time.date), timeRange(time, sender)] }
}

/** The child; nothing for the account holder. */
export function childOf({ child }: { child?: EmailedChild | undefined }): EmailDetail[] {
  return childrenOf(child ? [child] : [])
}

/** The children; nothing for the account holder. */
export function childrenOf(children: readonly EmailedChild[]): EmailDetail[] {
  return children.length > 0 ? [{ label: 'For', lines: children.map((one) => lineOf(one)) }] : []
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
  sender: EmailSender,
): EmailDetail {
  const days = Map.groupBy(times.toSorted(byTime), ({ date }) => date)
  const lines = [...days].flatMap(([date, ofDay]): EmailLine[] => [
    fullDay(date),
    ...ofDay.map(({ child, ...time }) => {
      const range = timeRange(time, sender)
      return child ? lineOf(child, `${range}, `) : range
    }),
  ])
  return { label: 'When', lines }
}

export function byTime(one: FormerTime, other: FormerTime): number {
  return one.date.localeCompare(other.date) || one.startMinute - other.startMinute
}

/** '9:00 AM – 9:30 AM PST': in the clinic's time zone, wherever it is read. */
function timeRange(time: FormerTime, { timeZone }: EmailSender): string {
  const { startMinute, lengthMinutes } = time
  const zone = zoneAt(instantOf(time, timeZone), timeZone)
  return `${formatMinute(startMinute)} – ${formatMinute(startMinute + lengthMinutes)} ${zone}`
}

/** 'Tue, Mar 2 at 9:00 AM' */
export function shortTime({ date, startMinute }: FormerTime): string {
  return `${shortDay(date)} at ${formatMinute(startMinute)}`
}
