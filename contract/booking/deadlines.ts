import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { instantOf, isShownTwice, wallClockAt } from '../clinic-time.ts'
import { formatShortWeekday, formatWeekday, type IsoDate, parseWireDate } from '../dates.ts'
import type { RefundTerms } from '../payments/refund-bands.ts'
import {
  bandsUpTo,
  changeDeadline,
  describeTimeBefore,
  type OnlineRules,
} from '../payments/refund-terms.ts'
import { formatMinute, parseSlotStart } from './slots.ts'

// The terms of an appointment as deadlines of that appointment: one rule for the booking dialog, the
// confirmation, bills, pages, lists and emails. docs/requirements.md#terms-as-deadlines

/** The facts that decide how the terms of an appointment read. */
export interface DeadlineQuestion {
  /** The day of the appointment on the clinic's calendar. */
  date: IsoDate
  /** Its start in minutes after midnight, on the clinic's clock. */
  startMinute: number
  /** IANA name of the clinic's time zone. */
  timeZone: string
  terms: RefundTerms
  /** Since a late move, the refund is at most this percentage; null: the terms apply unchanged. */
  ceiling?: number | null | undefined
  /** How it can be changed online; null for families without an account, who have to call. */
  online: { changeUntilHours: number; canMove: boolean } | null
  now: Date
  /** The text is read later, as in an email, so it must not count from now. */
  isReadLater?: boolean
}

/**
 * Until when an appointment can be canceled and moved, and what that costs: 'Free to cancel until Mon, Nov
 * 30, 10:00 AM', 'Can be moved online until Tue, 8:00 AM', or 'Starts in 52 minutes: no refund, no change
 * online'. Empty once it has begun.
 */
export function describeDeadlines(question: DeadlineQuestion): string[] {
  const { timeZone, online, now } = question
  const startsAt = instantOf(question, timeZone)
  if (now >= startsAt) return []
  const refunds = describeRefunds(question, startsAt)
  if (online === null) return refunds.length > 0 ? refunds : ['No refund if you cancel']
  const until = changeDeadline(startsAt, online)
  if (now > until) {
    if (refunds.length === 0)
      return [`${sayStart(question, startsAt)}: no refund, no change online`]
    return [...refunds, `${sayStart(question, startsAt)}: call us to change it`]
  }
  const change = `Can be ${online.canMove ? 'moved' : 'canceled'} online until ${sayInstant(until, question)}`
  return [...(refunds.length > 0 ? refunds : ['No refund if you cancel']), change]
}

/** Appointments that share one statement of their deadlines. */
interface DeadlineGroup {
  labels: string[]
  lines: string[]
}

/**
 * The deadlines of several appointments, in the order of their starts, without repetition. If appointments of
 * one day differ only by their starts, the earliest deadlines hold for all of them.
 */
export function groupDeadlines(
  appointments: readonly { label?: string | undefined; question: DeadlineQuestion }[],
): DeadlineGroup[] {
  const groups = new Map<string, DeadlineGroup>()
  const ordered = appointments.toSorted((a, b) => startOf(a.question) - startOf(b.question))
  for (const { label, question } of ordered) {
    const lines = describeDeadlines(question)
    if (lines.length === 0) continue
    const { date, terms, ceiling = null, online } = question
    const promises = lines.map((line) => line.split(' until ')[0])
    const key = JSON.stringify([date, terms, ceiling, online, promises])
    const group = groups.get(key) ?? { labels: [], lines }
    if (label) group.labels.push(label)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const startOf = (question: DeadlineQuestion) => instantOf(question, question.timeZone).getTime()

/** The refunds of a cancellation, one line for each upcoming deadline. */
function describeRefunds(
  { terms, ceiling, now, ...question }: DeadlineQuestion,
  startsAt: Date,
): string[] {
  return bandsUpTo(ceiling ?? 100, terms)
    .map(({ hours, percent }) => ({
      percent,
      hours,
      until: new Date(startsAt.getTime() - hours * millisecondsInHour),
    }))
    .filter(({ percent, until }) => percent > 0 && now <= until)
    .map(({ percent, hours, until }) => {
      const when = hours === 0 ? 'it starts' : sayInstant(until, question)
      return `${percent === 100 ? 'Free to cancel' : `${percent}% refund`} until ${when}`
    })
}

/** 'Starts in 52 minutes'; in an email 'Starts Tue, 10:00 AM'. */
function sayStart(question: DeadlineQuestion, startsAt: Date): string {
  if (question.isReadLater) return `Starts ${sayInstant(startsAt, question)}`
  const minutes = Math.ceil((startsAt.getTime() - question.now.getTime()) / millisecondsInMinute)
  return `Starts in ${describeTimeBefore(minutes)}`
}

/**
 * 'Mon, Nov 30, 10:00 AM' on the clinic's clock; on the day of the appointment 'Tue, 8:00 AM'. Adds the zone
 * if the clock shows that time twice.
 */
function sayInstant(
  instant: Date,
  { date, timeZone }: Pick<DeadlineQuestion, 'date' | 'timeZone'>,
): string {
  const { today, minute } = wallClockAt(instant, timeZone)
  const day = today === date ? formatShortWeekday(today) : formatWeekday(today)
  return `${day}, ${formatMinute(minute)}${isShownTwice(instant, timeZone) ? ` ${zoneAt(instant, timeZone)}` : ''}`
}

/** 'PST' */
export function zoneAt(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  return parts.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** An appointment as screens have it, with its terms. */
export interface TermedAppointment {
  /** 'Jun 5, 2022' or '2022-06-05' */
  date: string
  /** '09:00 AM - 09:30 AM' */
  slot: string
  terms?: RefundTerms | undefined
  refundCeiling?: number | null | undefined
  /** How often the family has moved it. */
  moves?: number | undefined
  /** How many more times it can be moved, if known. */
  movesLeft?: number | undefined
}

/** The clinic's clock and its rules for changes online. */
export interface DeadlineRules extends OnlineRules {
  timeZone: string
}

/** The question for an appointment as screens know it; undefined without terms. */
export function deadlineQuestionOf(
  { date, slot, terms, refundCeiling, moves = 0, movesLeft }: TermedAppointment,
  { timeZone, changeUntilHours, mostMoves }: DeadlineRules,
  now: Date,
): DeadlineQuestion | undefined {
  const day = parseWireDate(date)
  if (!terms || !day) return undefined
  const online = { changeUntilHours, canMove: (movesLeft ?? mostMoves - moves) > 0 }
  const startMinute = parseSlotStart(slot)
  return { date: day, startMinute, timeZone, terms, ceiling: refundCeiling, online, now }
}
