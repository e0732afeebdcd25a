import * as z from 'zod/mini'
import * as ids from '#words/en/messages/ids.ts'
import { describeAge } from '../guardians/describe-ages.ts'
import { subjectId } from '../ids.ts'

// The check-ups of a child: docs/requirements.md#check-up-plan. Dates are ISO dates.

/** The most visits of a child that staff can count as a check-up. */
export const MOST_UNCOUNTED = 20

const row = z.object({
  _id: z.string(),
  ageMonths: z.number(),
  fromDays: z.number(),
  toDays: z.number(),
  /** The child's days, inclusive. */
  from: z.string(),
  to: z.string(),
  state: z.enum(['done', 'due', 'coming', 'over']),
  /** `done`: the visit that counts, which may be booked for later. `byStaff`: staff have counted it. */
  visit: z.nullable(
    z.object({ _id: z.string(), date: z.string(), treatment: z.string(), byStaff: z.boolean() }),
  ),
})
export type CheckUpRow = z.infer<typeof row>

/** `GET /children/{id}/check-ups` */
export const checkUps = z.object({
  isOn: z.boolean(),
  /** In the order of ages; empty while the plan is off. */
  rows: z.array(row),
  /** Visits that took place and count for no row, the latest first, with the ids of the rows they can count for. */
  uncounted: z.array(
    z.object({
      _id: z.string(),
      date: z.string(),
      treatment: z.string(),
      rows: z.array(z.string()),
    }),
  ),
})
export type CheckUps = z.infer<typeof checkUps>

export const checkUpParams = z.object({
  id: z.uuid(ids.invalidChildId),
  row: z.uuid('Invalid row ID'),
})

/** `PUT /children/{id}/check-ups/{row}`: this visit was the check-up; null takes that back. */
export const countedVisit = z.strictObject({ visit: z.nullable(subjectId) })

/** The age of a row in words: '4 years', or 'day 3–7' after the birth. */
export function describeRow({
  ageMonths,
  fromDays,
  toDays,
}: Pick<CheckUpRow, 'ageMonths' | 'fromDays' | 'toDays'>): string {
  return ageMonths === 0 ? `day ${fromDays}–${toDays}` : describeAge(ageMonths)
}
