import * as z from 'zod/mini'
import { TRANSLATIONS } from '#words/languages.ts'
import { conflictWith } from '../errors.ts'
import { ADULT_YEARS } from '../guardians/ages.ts'
import { childId, treatmentId } from '../ids.ts'
import { seenVersion } from '../seen-version.ts'
import { LARGEST_BATCH } from './largest-batch.ts'

// The check-up plan: docs/requirements.md#check-up-plan.

const MOST_PLAN_ROWS = 40

/** How many batches staff look at before families can be asked without a press. */
export const REVIEWED_BATCHES = 10

const wholeDays = z
  .int('Enter whole days')
  .check(z.minimum(-366, 'Enter 366 days at most'), z.maximum(366, 'Enter 366 days at most'))

const windowFields = {
  ageMonths: z
    .int('Enter whole months')
    .check(
      z.minimum(0, 'Enter 0 months or more'),
      z.maximum(ADULT_YEARS * 12, `Enter ${ADULT_YEARS * 12} months at most`),
    ),
  fromDays: wholeDays,
  toDays: wholeDays,
}

const switches = {
  isOn: z.boolean(),
  /** Families are asked without a press. */
  isAutomatic: z.boolean(),
  /** An admin says that no visits from before can be imported. */
  hasNoPastVisits: z.boolean(),
}

/**
 * `PUT /check-up-plan` with all rows: one without `_id` is new, and rows that are missing are removed. `dryRun`:
 * nothing is changed; the answer says how many children the rows make due.
 */
export const newCheckUpPlan = z.strictObject({
  ...switches,
  dryRun: z.optional(z.boolean()),
  rows: z
    .array(
      z.strictObject({
        _id: z.optional(z.uuid('Invalid row ID')),
        ...windowFields,
        treatment: treatmentId,
      }),
    )
    .check(z.maxLength(MOST_PLAN_ROWS, `A plan has ${MOST_PLAN_ROWS} rows at most`)),
  version: seenVersion,
})
export type NewCheckUpPlan = z.infer<typeof newCheckUpPlan>

/** `GET /check-up-plan` */
export const checkUpPlan = z.object({
  ...switches,
  version: z.number(),
  /** Whether visits from before were imported. */
  hasPastVisits: z.boolean(),
  /** How many batches staff have sent. */
  batches: z.number(),
  rows: z.array(
    z.object({
      _id: z.string(),
      ...windowFields,
      treatment: z.object({ _id: z.string(), name: z.string() }),
    }),
  ),
})
export type CheckUpPlan = z.infer<typeof checkUpPlan>

/** The answer to `PUT /check-up-plan`. */
export const changedCheckUpPlan = z.extend(checkUpPlan, {
  /** How many children have a visit due by the rows that were sent. */
  childrenDue: z.number(),
})

export const planRefusal = conflictWith(checkUpPlan)

/**
 * Why an email cannot ask for a child: custody has an alert; stopped: the family has stopped the emails that would
 * reach it; unreached: no address of the family gets it.
 */
const callReason = z.enum(['custody', 'stopped', 'unreached'])
export type CallReason = z.infer<typeof callReason>

/** `GET /due-visits`: the next batch, ends of window first. Dates are ISO dates. */
export const dueVisits = z.object({
  isOn: z.boolean(),
  children: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      birthDate: z.string(),
      /** The id of its family’s page; null without one. */
      family: z.nullable(z.string()),
      /** Of the family; absent for English. */
      language: z.optional(z.enum(TRANSLATIONS)),
      /** The last day of the window. */
      to: z.string(),
      /** Null: an email can ask. */
      call: z.nullable(callReason),
    }),
  ),
})
export type DueVisits = z.infer<typeof dueVisits>
export type DueChild = DueVisits['children'][number]

/** `POST /due-visits/send`: these children, and their siblings that have a visit due. */
export const batch = z.strictObject({
  children: z
    .array(childId)
    .check(
      z.minLength(1, 'Choose a child'),
      z.maxLength(LARGEST_BATCH, `Choose ${LARGEST_BATCH} children at most`),
    ),
})

export const sentBatch = z.object({
  /** For how many children families are asked, siblings included. */
  children: z.number(),
  /** How many emails ask them. */
  emails: z.number(),
})
