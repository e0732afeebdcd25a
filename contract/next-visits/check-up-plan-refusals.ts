import { refusing } from '../refusals/refusals.ts'
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

export const sendDueVisits = refusing(plan.sendDueVisits, {
  off: [409, 'The check-up plan is off.'],
})
