import * as z from 'zod/mini'
import { seenVersion } from '#contract/seen-version.ts'
import { optionalText } from '#contract/text.ts'
import { tillName } from '../clinic/till-names.ts'

const MOST_DOLLARS = 100_000

/** float: what was in the till before the first payment; count: what was in it when it was counted. */
const countKind = z.enum(['float', 'count'])
export type CountKind = z.infer<typeof countKind>

const tillCount = z.object({
  kind: countKind,
  /** Starts at 1; a correction is the next version. */
  version: z.number(),
  /** Dollars. */
  amount: z.number(),
  /** Why it was corrected; empty for the first version. */
  note: z.string(),
  /** Name of the member of staff who counted; null when unknown. */
  by: z.nullable(z.string()),
  /** ISO instant, UTC. */
  at: z.string(),
})
export type TillCount = z.infer<typeof tillCount>

/** A till on a day, in dollars. */
export const tillDay = z.object({
  till: z.string(),
  /** Null before it is counted. */
  float: z.nullable(tillCount),
  count: z.nullable(tillCount),
  /** Cash taken, and cash handed back. */
  taken: z.number(),
  refunded: z.number(),
  /** The expected cash: float plus `taken` less `refunded`; null without a float. */
  expected: z.nullable(z.number()),
  /** The counted sum less the expected one; null until both are known. */
  difference: z.nullable(z.number()),
  /** Every count, the newest first. */
  history: z.array(tillCount),
})
export type TillDay = z.infer<typeof tillDay>

/** `GET /tills`. */
export const tillNames = z.object({
  /** Today at the clinic. */
  today: z.string(),
  tills: z.array(z.string()),
})

/** `PUT /closing/{date}/tills`: counts a till, or corrects a count. */
export const tillChange = z.strictObject({
  till: tillName,
  kind: countKind,
  /** The version on the screen; 0 if there was no count. */
  version: seenVersion,
  /** Dollars. */
  amount: z
    .number('Enter an amount')
    .check(
      z.gte(0, 'Enter an amount'),
      z.lte(MOST_DOLLARS, `Enter ${MOST_DOLLARS} dollars at most`),
      z.multipleOf(0.01, 'Enter whole cents'),
    ),
  /** Required for a correction. */
  note: optionalText('Reason', 200),
})
export type TillChange = z.input<typeof tillChange>

/** 409. */
export const tillRefusal = z.object({
  code: z.enum(['stale', 'reason_required', 'unknown_till', 'too_early']),
  message: z.string(),
  /** The till as it is now; null when it does not exist. */
  current: z.nullable(tillDay),
})
