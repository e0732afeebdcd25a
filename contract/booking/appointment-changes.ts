import * as z from 'zod/mini'
import { optionalText } from '#contract/text.ts'
import { wantedSlot } from '#contract/wanted-time.ts'
import * as words from '#words/en/messages/booking.ts'
import { doctorId } from '../ids.ts'
import { refundTerms } from '../payments/refund-bands.ts'
import { changeObstacle, refundQuote, refundRule } from '../payments/refund-terms.ts'
import { seenVersion } from '../seen-version.ts'
import { wireDate } from '../wire-date.ts'
import { appointment } from './appointments.ts'

/** An appointment, and what a family or staff can do with it now. No personal data. */
export const changeOptions = z.object({
  ...z.pick(appointment, {
    _id: true,
    treatment: true,
    slot: true,
    paid: true,
    status: true,
  }).shape,
  /** Dollars; not for guardians without the right to pay. */
  price: z.optional(z.number()),
  /** Each change sends the version that it saw. */
  version: z.number(),
  /** `2026-06-05` */
  date: z.string(),
  treatmentId: z.string(),
  /** Null when no doctor gives the treatment. */
  doctor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  canMove: z.boolean(),
  canCancel: z.boolean(),
  /** Why it cannot be moved. */
  moveObstacle: z.nullable(changeObstacle),
  cancelObstacle: z.nullable(changeObstacle),
  /** ISO instant, UTC, until which it can be changed online. */
  untilOnline: z.string(),
  /** The same on the clinic's clock: ISO date and minutes after midnight. */
  untilOnlineAt: z.object({ date: z.string(), minute: z.number() }),
  /** The clinic has closed this time: changes are free of charge and have no deadline. */
  reoffered: z.optional(z.literal(true)),
  /** How many more times the family can move it. */
  movesLeft: z.number(),
  /** The last day to which it can be moved because the child is ill; null when that move is not available. */
  illMoveUntil: z.nullable(z.string()),
  terms: refundTerms,
  /** Since a late move, canceling refunds at most this percentage; null: the terms apply unchanged. */
  refundCeiling: z.nullable(z.number()),
  /** If it is moved now, canceling refunds at most this percentage; null: the terms apply unchanged. */
  ceilingAfterMove: z.nullable(z.number()),
  /** If the family canceled it now. */
  quote: refundQuote,
  /** If the clinic canceled it now; for staff only. */
  clinicQuote: z.optional(refundQuote),
})
export type ChangeOptions = z.infer<typeof changeOptions>

/** Why a family cancels. */
export const cancelReason = z.enum(['not_needed', 'no_time', 'ill', 'other'])
export type CancelReason = z.infer<typeof cancelReason>

/** `POST /appointments/{id}/cancel`: with the version and the quote that were on the screen. */
export const cancelRequest = z.strictObject({
  version: seenVersion,
  /** The refund on the screen, in dollars; refused when the amount is another one now. */
  refund: z.number(words.refundRequired).check(z.gte(0, words.refundInvalid)),
  /** The rule on the screen; refused when another rule applies now, even if the refund is the same. */
  rule: z.optional(refundRule),
  reason: z.optional(cancelReason),
  /** Staff only: the clinic cancels, not the family. */
  byClinic: z.optional(z.boolean()),
})
export type CancelRequest = z.infer<typeof cancelRequest>

/** `options`: of the canceled appointment; `refund`: in dollars. */
export const cancelResponse = z.object({ options: changeOptions, refund: z.number() })

/** Why staff book a time outside opening hours, or for a child of another age. */
export const overrideReason = optionalText('Reason', 300)

/** For how many milliseconds staff can undo a move. */
export const UNDO_MOVE_MS = 10_000

/** `POST /appointments/{id}/move`. Price, payment and terms stay the same. */
export const moveRequest = z.strictObject({
  version: seenVersion,
  date: wireDate,
  slot: wantedSlot,
  /** Id of a doctor. Without one, the appointment keeps its doctor if they are free then. */
  doctor: z.optional(doctorId),
  /** Uses the additional move for an ill child. */
  ill: z.optional(z.boolean()),
  /** Staff only: why the time is outside opening hours. */
  reason: z.optional(overrideReason),
  /** Staff only: the emails wait for ten seconds, in which the move can be undone. Moving it back undoes it, too. */
  undoable: z.optional(z.boolean()),
})
/** The payload of a client, with the date as text. */
export type MoveRequest = z.input<typeof moveRequest>

/** `options`: of the moved appointment. */
export const moveResponse = z.object({
  options: changeOptions,
  /** ISO instant, UTC, until which it can be undone; only when that was asked for and is possible. */
  undoUntil: z.optional(z.string()),
  /** It undid the move before, so no email about either is sent. */
  undone: z.optional(z.literal(true)),
})

/** `POST /appointments/{id}/undo-move`: with the version that the move made. */
export const undoMoveRequest = z.strictObject({ version: seenVersion })

/** `options`: of the appointment at its former time. */
export const undoMoveResponse = z.object({ options: changeOptions })

/** Why a change was refused (409); nothing was done. */
export const changeRefusal = z.object({
  code: z.enum([
    'stale',
    'closed',
    'quote_changed',
    'slot_taken',
    'held',
    'not_offered',
    'already_booked',
    /** The child's age does not fit the treatment on that day. */
    'age_limit',
  ]),
  message: z.string(),
  /** The changes that are possible now. */
  options: changeOptions,
  /** `slot_taken`: the nearest free slots of that day, at most three. */
  alternatives: z.optional(z.array(z.string())),
})
export type ChangeRefusal = z.infer<typeof changeRefusal>
