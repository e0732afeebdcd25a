import * as z from 'zod/mini'
import { shownPrice, wantedSlot, wantedTreatment } from '#contract/wanted-time.ts'
import * as words from '#words/en/messages/booking.ts'
import { fill } from '#words/fill.ts'
import { accountEmail } from '../identity/users.ts'
import { childId } from '../ids.ts'
import { shownTerms } from '../payments/refund-bands.ts'
import { wireDate } from '../wire-date.ts'
import { appointment, bookingForm, referral } from './appointments.ts'
import { FEWEST_TOGETHER, MOST_CHILDREN_TOGETHER } from './block-size.ts'

/** How many other blocks are offered when the chosen one is not available. */
export const BLOCK_ALTERNATIVES = 3

const oneOrMore = <Item extends z.core.$ZodType<unknown>>(item: Item) =>
  z.pipe(
    z.transform((value) => (Array.isArray(value) ? value : [value])),
    z.array(item),
  )

/**
 * `GET /appointment-blocks?date=&child=&child=&treatment=&treatment=`: the blocks of a day for those
 * children, with the id of each child's treatment in the same order.
 */
export const blocksQuery = z
  .strictObject({
    date: wireDate,
    child: oneOrMore(childId),
    treatment: oneOrMore(z.uuid(words.chooseListedTreatment)),
  })
  .check(
    z.refine(
      ({ child }) => child.length >= FEWEST_TOGETHER && child.length <= MOST_CHILDREN_TOGETHER,
      fill(words.chooseChildren, { fewest: FEWEST_TOGETHER, most: MOST_CHILDREN_TOGETHER }),
    ),
    z.refine(
      ({ child, treatment }) => child.length === treatment.length,
      words.chooseTreatmentForEach,
    ),
    z.refine(({ child }) => new Set(child).size === child.length, words.chooseEachChildOnce),
  )

/** One child's part of a block. */
const blockItem = z.object({
  child: z.object({ _id: z.string(), name: z.string() }),
  /** The treatment's name. */
  treatment: z.string(),
  /** '09:00 AM - 09:30 AM' */
  slot: z.string(),
  /** The name of a doctor who is free then, where doctors give the treatment. */
  doctor: z.optional(z.string()),
  /** Dollars. */
  price: z.number(),
})

/** A block that can be booked, its items in the order of the children that were asked for. */
const block = z.object({
  /** From the first start to the last end: '09:00 AM - 10:30 AM'. */
  time: z.string(),
  items: z.array(blockItem),
})
export type Block = z.infer<typeof block>

/** `GET /appointment-blocks`: for each start, the block that ends first; in order of time. */
export const blockList = z.array(block)

/** `POST /appointment-blocks`: books all of them or none. */
export const newBlock = z.strictObject({
  date: wireDate,
  items: z
    .array(
      z.strictObject({
        child: childId,
        treatment: wantedTreatment,
        slot: wantedSlot,
        price: shownPrice,
      }),
    )
    .check(
      z.minLength(FEWEST_TOGETHER, fill(words.chooseChildrenAtLeast, { fewest: FEWEST_TOGETHER })),
      z.maxLength(
        MOST_CHILDREN_TOGETHER,
        fill(words.chooseChildrenAtMost, { most: MOST_CHILDREN_TOGETHER }),
      ),
      z.refine(
        (items) => new Set(items.map(({ child }) => child)).size === items.length,
        words.chooseEachChildOnce,
      ),
    ),
  terms: shownTerms,
  email: accountEmail,
  ...referral,
  ...bookingForm.shape,
})
/** The payload of a client, with the date as text. */
export type NewBlock = z.input<typeof newBlock>

export const blockSuccess = z.object({
  success: z.literal(true),
  /** In the order of the items. */
  bookings: z.array(appointment),
})
export type BlockSuccess = z.infer<typeof blockSuccess>

/** Why nothing was booked (409). */
export const blockRefusal = z.object({
  success: z.literal(false),
  code: z.enum(['already_booked', 'slot_taken', 'price_changed']),
  /** Names the child. */
  message: z.string(),
  /** Id of the child whose item could not be booked. */
  child: z.string(),
  /** Other blocks of that day, at most three, nearest first. */
  alternatives: z.array(block),
})
export type BlockRefusal = z.infer<typeof blockRefusal>
