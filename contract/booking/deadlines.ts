import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import * as deadlines from '#words/en/booking/deadlines.ts'
import * as units from '#words/en/units.ts'
import type { Words } from '#words/every-language.ts'
import { instantOf, isShownTwice, wallClockAt } from '../clinic-time.ts'
import { type IsoDate, parseWireDate } from '../dates.ts'
import { type Formats, formats } from '../formats/formats.ts'
import { parseSlotStart } from '../formats/slot-times.ts'
import type { RefundTerms } from '../payments/refund-bands.ts'
import {
  bandsUpTo,
  changeDeadline,
  describeTimeBefore,
  type OnlineRules,
} from '../payments/refund-terms.ts'

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

/** How a language says deadlines. */
export interface DeadlineLanguage extends Pick<Words, 'deadlines' | 'units'> {
  formats: Formats
}

/** The language of the site; the server passes another one for emails. */
const OWN: DeadlineLanguage = { deadlines, units, formats }

/** A line, and what it promises: the same for lines that differ only by their deadlines. */
interface DeadlineLine {
  promise: string
  text: string
}

/**
 * Until when an appointment can be canceled and moved, and what that costs: 'Free to cancel until Mon, Nov
 * 30, 10:00 AM', 'Can be moved online until Tue, 8:00 AM', or 'Starts in 52 minutes: no refund, no change
 * online'. Empty once it has begun.
 */
export function describeDeadlines(question: DeadlineQuestion, own = OWN): string[] {
  return deadlinesOf(question, own).map(({ text }) => text)
}

function deadlinesOf(question: DeadlineQuestion, own: DeadlineLanguage): DeadlineLine[] {
  const { timeZone, online, now } = question
  const say = own.deadlines
  const startsAt = instantOf(question, timeZone)
  if (now >= startsAt) return []
  const found = refundsOf(question, startsAt, own)
  const refunds = found.length > 0 ? found : [{ promise: 'none', text: say.noRefund }]
  if (online === null) return refunds
  const until = changeDeadline(startsAt, online)
  if (now > until) {
    const text = sayStart(question, { startsAt, isRefunded: found.length > 0 }, own)
    return [...found, { promise: text, text }]
  }
  const when = sayInstant(until, question, own)
  const change = online.canMove
    ? { promise: 'move', text: say.movedOnlineUntil(when) }
    : { promise: 'cancel', text: say.canceledOnlineUntil(when) }
  return [...refunds, change]
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
  own = OWN,
): DeadlineGroup[] {
  const groups = new Map<string, DeadlineGroup>()
  const ordered = appointments.toSorted((a, b) => startOf(a.question) - startOf(b.question))
  for (const { label, question } of ordered) {
    const deadlines = deadlinesOf(question, own)
    if (deadlines.length === 0) continue
    const { date, terms, ceiling = null, online } = question
    const promises = deadlines.map(({ promise }) => promise)
    const lines = deadlines.map(({ text }) => text)
    const key = JSON.stringify([date, terms, ceiling, online, promises])
    const group = groups.get(key) ?? { labels: [], lines }
    if (label) group.labels.push(label)
    groups.set(key, group)
  }
  return [...groups.values()]
}

const startOf = (question: DeadlineQuestion) => instantOf(question, question.timeZone).getTime()

/** The refunds of a cancellation, one line for each upcoming deadline. */
function refundsOf(
  { terms, ceiling, now, ...question }: DeadlineQuestion,
  startsAt: Date,
  own: DeadlineLanguage,
): DeadlineLine[] {
  const say = own.deadlines
  return bandsUpTo(ceiling ?? 100, terms)
    .map(({ hours, percent }) => ({
      percent,
      hours,
      until: new Date(startsAt.getTime() - hours * millisecondsInHour),
    }))
    .filter(({ percent, until }) => percent > 0 && now <= until)
    .map(({ percent, hours, until }) => {
      const isFree = percent === 100
      const promise = `${percent}%`
      if (hours === 0) {
        const text = isFree ? say.freeToCancelUntilItStarts : say.refundUntilItStarts(percent)
        return { promise, text }
      }
      const when = sayInstant(until, question, own)
      return {
        promise,
        text: isFree ? say.freeToCancelUntil(when) : say.refundUntil(percent, when),
      }
    })
}

/** 'Starts in 52 minutes: call us to change it'; in an email 'Starts Tue, 10:00 AM: …'. */
function sayStart(
  question: DeadlineQuestion,
  { startsAt, isRefunded }: { startsAt: Date; isRefunded: boolean },
  own: DeadlineLanguage,
): string {
  const say = own.deadlines
  if (question.isReadLater) {
    const when = sayInstant(startsAt, question, own)
    return isRefunded ? say.startsWithCall(when) : say.startsWithoutChange(when)
  }
  const minutes = Math.ceil((startsAt.getTime() - question.now.getTime()) / millisecondsInMinute)
  const time = describeTimeBefore(minutes, own)
  return isRefunded ? say.startsInWithCall(time) : say.startsInWithoutChange(time)
}

/**
 * 'Mon, Nov 30, 10:00 AM' on the clinic's clock; on the day of the appointment 'Tue, 8:00 AM'. Adds the zone
 * if the clock shows that time twice.
 */
function sayInstant(
  instant: Date,
  { date, timeZone }: Pick<DeadlineQuestion, 'date' | 'timeZone'>,
  { deadlines: say, formats }: DeadlineLanguage,
): string {
  const { today, minute } = wallClockAt(instant, timeZone)
  const day = today === date ? formats.ownWeekday(today) : formats.weekday(today)
  const time = formats.minute(minute)
  return isShownTwice(instant, timeZone)
    ? say.instantInZone(day, time, zoneAt(instant, timeZone))
    : say.instant(day, time)
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
