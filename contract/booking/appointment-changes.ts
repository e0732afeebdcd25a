import * as z from 'zod/mini'
import { optionalText } from '#contract/text.ts'
import { wantedSlot } from '#contract/wanted-time.ts'
import { doctorId } from '../ids.ts'
import { refundTerms } from '../payments/refund-bands.ts'
import { changeObstacle, refundQuote, refundRule } from '../payments/refund-terms.ts'
import { seenVersion } from '../seen-version.ts'
import { wireDate } from '../wire-date.ts'
import { appointment } from './appointments.ts'

/** An appointment, and what a family or the clinic's staff can do with it now. Nothing personal. */
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
  /** A change carries it. */
  version: z.number(),
  /** `2026-06-05` */
  date: z.string(),
  treatmentId: z.string(),
  /** Null when no doctor gives the treatment. */
  doctor: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  canMove: z.boolean(),
  canCancel: z.boolean(),
  /** Why it cannot be moved, or canceled. */
  moveObstacle: z.nullable(changeObstacle),
  cancelObstacle: z.nullable(changeObstacle),
  /** ISO instant, UTC, until which it can be changed online. */
  untilOnline: z.string(),
  /** The same on the clinic's clock: `2026-06-05` and minutes after midnight. */
  untilOnlineAt: z.object({ date: z.string(), minute: z.number() }),
  /** The clinic has closed its time: changes cost the family nothing, and have no deadline. */
  reoffered: z.optional(z.literal(true)),
  /** How often the family can still move it. */
  movesLeft: z.number(),
  /** The last day to which it can be moved because the child is ill; null when it cannot. */
  illMoveUntil: z.nullable(z.string()),
  terms: refundTerms,
  /** The most percent that canceling refunds since a late move; null: all of the terms. */
  refundCeiling: z.nullable(z.number()),
  /** The most percent that canceling refunds once it is moved now; null: all of the terms. */
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
  /** Dollars that come back; refused when it is another amount now. */
  refund: z.number('Refund is required').check(z.gte(0, 'Refund is invalid')),
  /** The rule of that quote; refused when another one applies now, even if the refund is the same. */
  rule: z.optional(refundRule),
  reason: z.optional(cancelReason),
  /** Staff: the clinic cancels, not the family. */
  byClinic: z.optional(z.boolean()),
})
export type CancelRequest = z.infer<typeof cancelRequest>

/** `options`: of the canceled appointment; `refund`: dollars that come back. */
export const cancelResponse = z.object({ options: changeOptions, refund: z.number() })

/** Why staff book a time outside of the hours, or for a child of another age. */
export const overrideReason = optionalText('Reason', 300)

/** `POST /appointments/{id}/move`; price, payment and terms stay. */
export const moveRequest = z.strictObject({
  version: seenVersion,
  date: wireDate,
  slot: wantedSlot,
  /** Id of a doctor; without one the same doctor, if they are free then. */
  doctor: z.optional(doctorId),
  /** The one more move for a child who is ill. */
  ill: z.optional(z.boolean()),
  /** Staff: why at a time outside of the hours. */
  reason: z.optional(overrideReason),
})
/** The payload of a client, with the date as text. */
export type MoveRequest = z.input<typeof moveRequest>

/** `options`: of the moved appointment. */
export const moveResponse = z.object({ options: changeOptions })

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
    /** The child's age does not fit that day. */
    'age_limit',
  ]),
  message: z.string(),
  /** The changes that are possible now. */
  options: changeOptions,
  /** `slot_taken`: the nearest free slots of that day, at most three. */
  alternatives: z.optional(z.array(z.string())),
})
export type ChangeRefusal = z.infer<typeof changeRefusal>
