import * as words from '#words/en/refusals/families.ts'
import { bookingRefusals, patientOfOtherAge } from '../booking/booking-refusals.ts'
import { MOST_CHILDREN } from '../guardians/children.ts'
import { familysList } from '../guardians/guardians-refusals.ts'
import { type Refusals, refusing, stating } from '../refusals/refusals.ts'
import { changedMeanwhile, noAppointment, noChild, noFamily } from '../refusals/shared-refusals.ts'
import { noSeries, seriesRefusals } from '../series/series-refusals.ts'
import * as families from './families-calls.ts'
import * as links from './family-links-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './families-calls.ts'
export * from './family-links-calls.ts'

export const getFamily = refusing(families.getFamily, noFamily)

/** Why the desk cannot change a family. */
const notOfDesk = {
  ...noFamily,
  has_account: [409, 'This family has an account: its name and email come from there.'],
} as const satisfies Refusals

export const changeFamily = refusing(families.changeFamily, {
  ...notOfDesk,
  stale: [409, 'Someone else has changed this family. Please check it again.'],
})

export const removeFamily = refusing(families.removeFamily, {
  ...notOfDesk,
  has_appointments: [409, 'This family has appointments, which the clinic keeps as its record.'],
})

export const addFamilyChild = refusing(families.addFamilyChild, { ...noFamily, ...familysList })

export const changeFamilyChild = refusing(families.changeFamilyChild, {
  ...noFamily,
  ...noChild,
  ...familysList,
  stale: [409, 'Someone else has changed this child. Please check it again.'],
  has_appointments: [409, 'This child has an appointment coming up. Cancel it first.'],
})

export const changePatient = refusing(families.changePatient, {
  ...patientOfOtherAge,
  ...changedMeanwhile,
  ...noAppointment,
  ...noChild,
  not_expected: [409, 'The patient has checked in, or the appointment is over or canceled.'],
  already_booked: [
    409,
    'They have the same treatment that day, or another appointment at that time.',
  ],
})

export const bookForFamily = refusing(families.bookForFamily, {
  ...bookingRefusals,
  ...noFamily,
  ...noChild,
})

export const findFamilySeries = refusing(families.findFamilySeries, {
  ...noSeries,
  ...noFamily,
  ...noChild,
})

export const bookFamilySeries = refusing(families.bookFamilySeries, {
  ...seriesRefusals,
  ...noFamily,
  ...noChild,
})

export const linkFamily = refusing(families.linkFamily, {
  ...noFamily,
  outdated: [409, 'The appointments have changed. Please look at them again.'],
  conflict: [
    409,
    'Both have the same appointment, or two at the same time. Cancel or move one of them first.',
  ],
  no_account: [409, 'There is no account with this family’s email that has been verified.'],
  own_account: [409, 'This is your own account. Ask a colleague to link it.'],
  same_day: [409, 'You changed this family’s email today. Ask a colleague, or link it tomorrow.'],
})

/** The link is not the caller's, or has ended. */
const noLink = {
  not_found: [404, words.noLink],
} as const satisfies Refusals

export const confirmFamilyLink = refusing(links.confirmFamilyLink, {
  ...noLink,
  conflict: [409, words.conflict],
  too_many_children: [409, stating(words.tooManyChildren, { most: MOST_CHILDREN })],
  same_day: [409, words.sameDay],
})

export const declineFamilyLink = refusing(links.declineFamilyLink, noLink)
export const undoFamilyLink = refusing(links.undoFamilyLink, noLink)
