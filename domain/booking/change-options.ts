import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import {
  type ChangeObstacle,
  canMoveForIllness,
  ceilingAfterMove,
  changeDeadline,
  findCancelObstacle,
  findLastingObstacle,
  findMoveObstacle,
  ILL_MOVE_DAYS,
  type OnlineRules,
  quoteRefund,
  type RefundQuote,
} from '#contract/payments/refund-terms.ts'
import type { Caller, Moment } from '#domain/context.ts'
import type { Database } from '#drizzle/client.ts'
import { type AppointmentRow, findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { isDecided } from '#drizzle/queries/booking/decided-cancellations.ts'
import {
  findPaidItem,
  findPayment,
  listOpenPaymentsOf,
} from '#drizzle/queries/payments/payments.ts'
import { keptOf } from '#drizzle/queries/payments/refunds.ts'
import { findReoffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { instantOf } from '../clinic-clock.ts'
import { type AppointmentAccess, accessTo, isPaidByOther } from '../guardians/appointment-access.ts'
import { refundCeilingOf } from './refund-ceiling.ts'

/** The caller, the time, and the rules of a change. */
export interface ChangeContext extends Moment {
  caller: Caller
  rules: OnlineRules
}

/** The appointment, if it exists for the user: one of their family, or any for staff. */
export function findChangeable(
  db: Database,
  id: string,
  context: ChangeContext,
): AppointmentRow | undefined {
  const row = findAppointment(db, id)
  return row && (context.caller.isStaff || accessOf(db, row, context)) ? row : undefined
}

/**
 * The rights of the family; undefined for staff who are not part of it, whose changes the rules for
 * families do not limit.
 */
type Access = AppointmentAccess | undefined

function accessOf(db: Database, row: AppointmentRow, { caller, moment }: ChangeContext): Access {
  return accessTo(db, row, { uid: caller.uid, moment })
}

/** The facts that decide about changes, except the appointment and the time. Read once and passed on. */
export interface ChangeRights {
  access: Access
  /** The clinic closed its time, and re-offers or cancels it: changes are free for the family. */
  isTaken: boolean
}

export function changeRightsOf(
  db: Database,
  row: AppointmentRow,
  context: ChangeContext,
): ChangeRights {
  return { access: accessOf(db, row, context), isTaken: isTaken(db, row) }
}

/** When a change is made. */
interface ChangeTime {
  moment: Pick<ClinicMoment, 'timeZone'>
  now: Date
}

function isTaken(db: Database, { id }: AppointmentRow): boolean {
  return findReoffer(db, id) !== undefined || isDecided(db, id)
}

/** The input of the rules. */
function changeQuestionOf(
  row: AppointmentRow,
  { moment, now }: ChangeTime,
  { isTaken }: Pick<ChangeRights, 'isTaken'>,
) {
  const { status, attendance, illMoveUsed } = row
  const moves = isTaken ? 0 : row.moves
  return { status, attendance, moves, illMoveUsed, startsAt: startOf(row, moment), now }
}

function startOf(row: AppointmentRow, { timeZone }: ChangeTime['moment']): Date {
  return instantOf(row, timeZone)
}

/** The input of a refund, without the money. */
export function refundQuestionOf(row: AppointmentRow, { moment, now }: ChangeTime) {
  const ceiling = refundCeilingOf(row)
  return { terms: row.terms ?? DEFAULT_TERMS, ceiling, startsAt: startOf(row, moment), now }
}

/** For each change, the right that it needs and what prevents it. */
const CHANGES = {
  move: { right: 'mayMove', find: findMoveObstacle },
  cancel: { right: 'mayCancel', find: findCancelObstacle },
} as const

/** Why the user cannot move or cancel it now; undefined when they can. */
export function findObstacleNow(
  row: AppointmentRow,
  context: ChangeContext,
  rights: ChangeRights,
  change: keyof typeof CHANGES,
): ChangeObstacle | undefined {
  const { access } = rights
  const question = changeQuestionOf(row, context, rights)
  const lasting = findLastingObstacle(question)
  if (lasting || !access) return lasting
  const { right, find } = CHANGES[change]
  return access[right] ? find(question, context.rules) : 'may_not_book'
}

/** The last day to which it can be moved because the child is ill; null when that move is not available. */
export function illMoveUntil(
  row: AppointmentRow,
  context: ChangeContext,
  rights: ChangeRights,
): IsoDate | null {
  if (rights.access?.mayMove === false) return null
  if (!canMoveForIllness(changeQuestionOf(row, context, rights))) return null
  return dayAfter(row.date, ILL_MOVE_DAYS)
}

/** The refund if it is canceled now. */
export function quoteFor(
  db: Database,
  row: AppointmentRow,
  { by: asked, ...time }: ChangeTime & { by: 'family' | 'clinic' },
  rights: Pick<ChangeRights, 'isTaken'> = { isTaken: isTaken(db, row) },
): RefundQuote {
  const by = rights.isTaken ? 'clinic' : asked
  return quoteRefund({ ...refundQuestionOf(row, time), ...readKept(db, row.id), by })
}

/** The quote as shown to the user: without another guardian's money. */
export function quoteShown(
  db: Database,
  row: AppointmentRow,
  context: ChangeContext & { by: 'family' | 'clinic' },
  rights: ChangeRights = changeRightsOf(db, row, context),
): RefundQuote {
  const quote = quoteFor(db, row, context, rights)
  if (quote.rule === 'unpaid' || !hidesMoney(db, row, context, rights.access)) return quote
  const { minutesBefore } = quote
  return { refund: 0, kept: 0, percent: 0, rule: 'other_payer', minutesBefore }
}

/** Whether another guardian paid. */
export function hidesMoney(
  db: Database,
  row: AppointmentRow,
  context: ChangeContext,
  access: Access = accessOf(db, row, context),
): boolean {
  return access !== undefined && isPaidByOther(db, row, context.caller.uid)
}

/** The part of the appointment's payment that the clinic keeps. */
function readKept(db: Database, appointmentId: string) {
  const item = findPaidItem(db, appointmentId)
  const payment = item && findPayment(db, item.paymentId)
  return {
    paidCents: item ? keptOf(db, item) : 0,
    disputed: payment?.disputed ?? false,
    atDesk: payment !== undefined && payment.method !== 'card',
    processing: !item && listOpenPaymentsOf(db, appointmentId).some(({ processing }) => processing),
  }
}

/** The changes that the user can make now. */
export interface Options {
  /** Whether the user sees its price. */
  seesPrice: boolean
  moveObstacle: ChangeObstacle | null
  cancelObstacle: ChangeObstacle | null
  /** The clinic closed its time and holds another one for it. */
  isReoffered: boolean
  /** Until when families can change it online. */
  deadline: Date
  movesLeft: number
  illMoveUntil: IsoDate | null
  /** As `refundCeiling` of an appointment. */
  ceilingAfterMove: number | null
  /** The family's refund. */
  quote: RefundQuote
  /** The refund if staff cancel for the clinic. */
  clinicQuote: RefundQuote | undefined
}

export function readOptions(db: Database, row: AppointmentRow, context: ChangeContext): Options {
  const { rules, moment } = context
  const rights = changeRightsOf(db, row, context)
  const { access } = rights
  const isFamily = access !== undefined
  return {
    seesPrice: access?.mayPay !== false,
    moveObstacle: findObstacleNow(row, context, rights, 'move') ?? null,
    cancelObstacle: findObstacleNow(row, context, rights, 'cancel') ?? null,
    isReoffered: findReoffer(db, row.id) !== undefined,
    deadline: changeDeadline(startOf(row, moment), rules),
    movesLeft: Math.max(rules.mostMoves - changeQuestionOf(row, context, rights).moves, 0),
    illMoveUntil: illMoveUntil(row, context, rights),
    // Moves by staff, and moves of unpaid appointments, do not lower the refund.
    ceilingAfterMove:
      isFamily && row.paid && !rights.isTaken
        ? ceilingAfterMove(refundQuestionOf(row, context))
        : refundCeilingOf(row),
    quote: quoteShown(db, row, { ...context, by: 'family' }, rights),
    clinicQuote: isFamily ? undefined : quoteFor(db, row, { ...context, by: 'clinic' }, rights),
  }
}
