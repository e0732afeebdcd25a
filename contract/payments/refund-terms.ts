import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import * as z from 'zod/mini'
import * as refunds from '#words/en/payments/refunds.ts'
import * as units from '#words/en/units.ts'
import type { Words } from '#words/every-language.ts'
import { formatPrice, toDollars } from '../money.ts'
import type { RefundBand, RefundTerms } from './refund-bands.ts'

// What a family is refunded, and until when: one rule for screens, routes and emails. Hours are elapsed time
// between instants, also across clock changes.

const HOURS_PER_DAY = 24

/** The words of refunds, of the language of the site unless the server passes another's. */
type RefundWords = Pick<Words, 'refunds' | 'units'>
const OWN_WORDS: RefundWords = { refunds, units }

/** The days, at most, until a refund to a card has arrived. */
export const REFUND_ARRIVES_WITHIN_DAYS = 14

/**
 * The rule that decides a refund. `unpaid`: nothing to refund;
 * `clinic`: the clinic cancels; `band`: the terms; `late_move`: the lower refund at the time of a late move;
 * `disputed`: the bank returned the payment, or may do so, so the clinic decides; `other_payer`: another
 * guardian paid, and gets a refund that the caller does not see.
 */
export const refundRule = z.enum([
  'unpaid',
  'clinic',
  'band',
  'late_move',
  'disputed',
  'other_payer',
])

/** The refund if an appointment were canceled now. */
export const refundQuote = z.object({
  /** Dollars. */
  refund: z.number(),
  /** Dollars of the payment that the clinic keeps. */
  kept: z.number(),
  /** Percent of the payment. */
  percent: z.number(),
  rule: refundRule,
  /** Whole minutes from now to the start; negative once it has begun. */
  minutesBefore: z.number(),
  /** It was paid at the desk, where the refund is handed back. */
  atDesk: z.optional(z.literal(true)),
  /** It is unpaid, and a payment for it is under way. */
  processing: z.optional(z.literal(true)),
})
export type RefundQuote = z.infer<typeof refundQuote>

interface RefundQuestion {
  terms: RefundTerms
  /** What the family paid for this appointment and the clinic still has, in cents. */
  paidCents: number
  startsAt: Date
  now: Date
  /** Since a late move, the refund is at most this percentage; null without one. */
  ceiling?: number | null
  by?: 'family' | 'clinic'
  disputed?: boolean
  /** Whether it was paid at the desk. */
  atDesk?: boolean
  /** It is unpaid, and the provider is processing a payment for it. */
  processing?: boolean
}

/** Decides what a cancellation refunds: docs/requirements.md#refund-terms. */
export function quoteRefund(question: RefundQuestion): RefundQuote {
  const {
    paidCents,
    startsAt,
    now,
    ceiling,
    by = 'family',
    disputed,
    atDesk,
    processing,
  } = question
  const ofTerms = percentOf(question)
  const isCapped = ceiling != null && ceiling < ofTerms
  const minutesBefore = Math.floor((startsAt.getTime() - now.getTime()) / millisecondsInMinute)
  const answer = (rule: RefundQuote['rule'], percent: number): RefundQuote => {
    // Rounded in the family's favor.
    const refundCents = Math.ceil((paidCents * percent) / 100)
    const kept = toDollars(paidCents - refundCents)
    const refund = toDollars(refundCents)
    return { refund, kept, percent, rule, minutesBefore, ...(atDesk && { atDesk: true }) }
  }
  if (paidCents === 0) {
    return { ...answer('unpaid', 0), ...(processing && { processing: true }) }
  }
  if (disputed) return answer('disputed', 0)
  if (by === 'clinic') return answer('clinic', 100)
  return isCapped ? answer('late_move', ceiling) : answer('band', ofTerms)
}

/** The percentage of the applicable band. Exactly 24 hours before counts as 24 hours. */
function percentOf({
  terms,
  startsAt,
  now,
}: Pick<RefundQuestion, 'terms' | 'startsAt' | 'now'>): number {
  const elapsed = startsAt.getTime() - now.getTime()
  const band =
    terms.bands.find(({ hours }) => elapsed >= hours * millisecondsInHour) ?? terms.bands.at(-1)
  return band?.percent ?? 0
}

/** The highest percentage that an appointment refunds if it is moved now; null: the terms apply unchanged. */
export function ceilingAfterMove(
  question: Omit<RefundQuestion, 'paidCents' | 'by' | 'disputed'>,
): number | null {
  const { terms, ceiling } = question
  const percent = Math.min(percentOf(question), ceiling ?? 100)
  return percent < (terms.bands[0]?.percent ?? 0) ? percent : null
}

/** cancel: before canceling; canceled: to the reader who canceled; was canceled: when someone else did. */
type CancelVerb = 'cancel' | 'canceled' | 'was canceled'

/** The refund and its reason: 'Cancel now and you get the full $95 back.' */
export function describeQuote(
  quote: RefundQuote,
  verb: CancelVerb = 'cancel',
  words: RefundWords = OWN_WORDS,
): string {
  const sentence = describeRule(quote, verb, words)
  if (!quote.atDesk || quote.refund === 0) return sentence
  const handBack = describeCashRefund(quote.refund, asCanceled(verb), words)
  return `${sentence} ${handBack}`
}

function asCanceled(verb: CancelVerb) {
  return verb === 'cancel' ? verb : 'canceled'
}

/**
 * 'We hand you $95 back at the clinic when you come by.'
 * @param verb `canceled` once the appointment is
 */
export function describeCashRefund(
  refund: number,
  verb: 'cancel' | 'canceled',
  words: Pick<Words, 'refunds'> = OWN_WORDS,
): string {
  return words.refunds.handedBack[verb](formatPrice(refund))
}

function describeRule(quote: RefundQuote, verb: CancelVerb, words: RefundWords): string {
  const { refunds: say } = words
  const time = describeTimeBefore(quote.minutesBefore, words)
  const refund = describeRefund(quote, words)
  switch (quote.rule) {
    case 'unpaid':
      return quote.processing ? say.paymentOnItsWay : say.nothingPaid
    case 'disputed':
      return say.disputed
    case 'other_payer':
      return say.otherPayer
    case 'clinic':
      return say.byClinic[asCanceled(verb)](refund)
    case 'late_move':
      return say.afterLateMove[verb](time, refund)
    case 'band':
      return verb === 'cancel' && quote.percent === 100
        ? say.allBackNow(formatPrice(quote.refund))
        : say.inTime[verb](time, refund)
  }
}

/** The bands, capped at that percentage; bands with the same refund are merged. */
export function bandsUpTo(most: number, { bands }: RefundTerms): RefundBand[] {
  return bands
    .map(({ hours, percent }) => ({ hours, percent: Math.min(percent, most) }))
    .filter(({ percent }, index, all) => percent !== all[index + 1]?.percent)
}

/** 'full refund of $95', '50% refund: $47.50', 'no refund'. */
export function describeRefund(
  { refund, percent }: Pick<RefundQuote, 'refund' | 'percent'>,
  { refunds: say }: Pick<Words, 'refunds'> = OWN_WORDS,
): string {
  if (refund === 0) return say.noRefund
  const amount = formatPrice(refund)
  return percent === 100 ? say.fullRefund(amount) : say.partRefund(percent, amount)
}

/** '3 days', '30 hours', '45 minutes': rounded down. */
export function describeTimeBefore(
  minutes: number,
  { units: say }: Pick<Words, 'units'> = OWN_WORDS,
): string {
  const hours = Math.floor(minutes / 60)
  if (hours >= 2 * HOURS_PER_DAY) return say.days(Math.floor(hours / HOURS_PER_DAY))
  return hours >= 1 ? say.hours(hours) : say.minutes(Math.max(minutes, 0))
}

/** When families can change their appointments themselves. */
export interface OnlineRules {
  /** Until so many hours before the start. */
  changeUntilHours: number
  /** How often an appointment can be moved. */
  mostMoves: number
}

/** How many days later an appointment of an ill child can be moved to. */
export const ILL_MOVE_DAYS = 14

/** Why a family cannot change an appointment online. */
export const changeObstacle = z.enum([
  'cancelled',
  'checked_in',
  'completed',
  'missed',
  'too_late',
  'too_many_moves',
  /** The guardian lacks the right, or the child is an adult. */
  'may_not_book',
])
export type ChangeObstacle = z.infer<typeof changeObstacle>

/** Obstacles after the visit, by attendance. */
const OBSTACLE_AFTER = {
  expected: undefined,
  arrived: 'checked_in',
  completed: 'completed',
  no_show: 'missed',
} as const satisfies Record<string, ChangeObstacle | undefined>

interface ChangeQuestion {
  status: 'booked' | 'cancelled'
  attendance: keyof typeof OBSTACLE_AFTER
  /** How often the family has moved it. */
  moves: number
  illMoveUsed: boolean
  startsAt: Date
  now: Date
}

/** The last instant at which an appointment can be changed online. */
export function changeDeadline(
  startsAt: Date,
  { changeUntilHours }: Pick<OnlineRules, 'changeUntilHours'>,
): Date {
  return new Date(startsAt.getTime() - changeUntilHours * millisecondsInHour)
}

/** Why no one can change an appointment any longer; undefined while it is upcoming. */
export function findLastingObstacle({
  status,
  attendance,
}: Pick<ChangeQuestion, 'status' | 'attendance'>): ChangeObstacle | undefined {
  return status === 'cancelled' ? 'cancelled' : OBSTACLE_AFTER[attendance]
}

/** Why it cannot be canceled online; undefined when it can: docs/requirements.md#changes-online. */
export function findCancelObstacle(
  appointment: ChangeQuestion,
  rules: OnlineRules,
): ChangeObstacle | undefined {
  const { startsAt, now } = appointment
  const lasting = findLastingObstacle(appointment)
  if (lasting) return lasting
  return now > changeDeadline(startsAt, rules) || now >= startsAt ? 'too_late' : undefined
}

/** Why it cannot be moved online; undefined when it can: docs/requirements.md#changes-online. */
export function findMoveObstacle(
  appointment: ChangeQuestion,
  rules: OnlineRules,
): ChangeObstacle | undefined {
  const obstacle = findCancelObstacle(appointment, rules)
  if (obstacle) return obstacle
  return appointment.moves >= rules.mostMoves ? 'too_many_moves' : undefined
}

/** Whether it can still be moved once more because the child is ill. */
export function canMoveForIllness(appointment: ChangeQuestion): boolean {
  const { illMoveUsed, startsAt, now } = appointment
  return !findLastingObstacle(appointment) && !illMoveUsed && now < startsAt
}
