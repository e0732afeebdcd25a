import { type Refusals, refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import * as plan from './check-up-plan-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './check-up-plan-calls.ts'

export const changeCheckUpPlan = refusing(plan.changeCheckUpPlan, {
  ...stale,
  unknown_row: [409, 'A row has been removed meanwhile. Load the plan again.'],
  unknown_treatment: [409, 'Row {row}: we don’t offer that treatment.'],
  reversed: [409, 'Row {row} ends before it begins.'],
  early: [409, 'Row {row} begins before the birth.'],
  late: [409, 'Row {row} ends after the 18th birthday.'],
  overlap: [409, 'The days of row {row} overlap with the days of the row before it.'],
  no_rows: [409, 'Add a row before you switch the plan on.'],
  past_visits: [
    409,
    'Import the visits from before first, or confirm that there are none: otherwise families are asked for visits that the child has had.',
  ],
  not_reviewed: [409, 'Look at {batches} batches before families are asked automatically.'],
})

const isOff = { off: [409, 'The check-up plan is off.'] } as const satisfies Refusals

export const sendDueVisits = refusing(plan.sendDueVisits, isOff)

const noChild = { not_found: [404, 'Child not found.'] } as const satisfies Refusals

export const listCheckUps = refusing(plan.listCheckUps, noChild)

export const countCheckUp = refusing(plan.countCheckUp, {
  ...noChild,
  ...isOff,
  unknown_row: [409, 'That row is not in the check-up plan.'],
  other_visit: [409, 'That visit can’t count as this check-up: something has changed meanwhile.'],
})
