import { otherAge } from '../booking/booking-refusals.ts'
import { beside, type Refusals, refusing } from '../refusals/refusals.ts'
import { changedMeanwhile, noAppointment, noDoctor } from '../refusals/shared-refusals.ts'
import * as absences from './absences-calls.ts'
import * as schedule from './schedule-calls.ts'
import * as conflicts from './schedule-conflicts-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './absences-calls.ts'
export * from './schedule-calls.ts'
export * from './schedule-conflicts-calls.ts'

/** For a day that is over. */
export const PAST = 'Choose today or a later day'

/** The schedule belongs to a doctor who does not exist. */
export const noOwner = {
  unknown_owner: [404, 'This doctor doesn’t exist.', 'not_found'],
} as const satisfies Refusals

/** The affected appointments have changed since the preview. */
export const outdated = {
  outdated: [409, 'The affected appointments have changed. Please check them again.'],
} as const satisfies Refusals

const staleHours = {
  stale: [409, 'Another admin has changed these hours meanwhile. Compare them and save again.'],
} as const satisfies Refusals

export const getSchedule = refusing(schedule.getSchedule, noOwner)

export const previewHours = refusing(schedule.previewHours, noOwner)

export const changeHours = refusing(schedule.changeHours, {
  ...noOwner,
  ...outdated,
  ...staleHours,
  past: [400, beside('validFrom', PAST), 'invalid_input'],
})

export const withdrawHours = refusing(schedule.withdrawHours, {
  ...outdated,
  ...staleHours,
  ...noOwner,
  unknown_plan: [404, 'These hours don’t exist anymore.', 'not_found'],
  begun: [409, 'These hours apply already. Set new hours instead.'],
  undecided: [409, 'Some appointments won’t fit without these hours. Decide about them first.'],
})

/** Why a time cannot be closed. */
export const notClosed = {
  ...noOwner,
  past: [400, beside('fromDate', PAST), 'invalid_input'],
  closed_already: [409, 'This time is closed already: “{reason}”.'],
} as const satisfies Refusals

export const previewClosure = refusing(schedule.previewClosure, notClosed)

export const addClosure = refusing(schedule.addClosure, { ...notClosed, ...outdated })

export const removeClosure = refusing(schedule.removeClosure, {
  not_found: [404, 'This closure doesn’t exist anymore.'],
})

/** Why an appointment that does not fit is not changed. */
const conflictStays = { ...noAppointment, ...changedMeanwhile }

const { conflictDecisions: decisions } = conflicts

export const conflictDecisions = {
  keep: refusing(decisions.keep, conflictStays),
  cancel: refusing(decisions.cancel, conflictStays),
}

export const moveConflict = refusing(conflicts.moveConflict, {
  ...conflictStays,
  ...otherAge,
  not_offered: [409, 'This time is not free. Please choose another.'],
  taken: [409, 'The family has another appointment at that time.'],
})

export const onlyAdmins = {
  admins_record_absences: [403, 'Only administrators record absences at this clinic.', 'forbidden'],
} as const satisfies Refusals

export const previewAbsence = refusing(absences.previewAbsence, {
  ...onlyAdmins,
  ...noDoctor,
})

export const recordAbsence = refusing(absences.recordAbsence, {
  ...onlyAdmins,
  ...noDoctor,
  outdated: [409, 'The appointments have changed in the meantime. Please look at them again.'],
})

export const decideAbsence = refusing(absences.decideAbsence, {
  not_found: [404, 'There is no such absence to approve.'],
  stale: [409, '{admin} has already {decided} this absence.'],
})
