import * as words from '#words/en/refusals/treatments.ts'
import { beside, type Refusals, refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import { noOwner, outdated, PAST } from '../schedule/schedule-refusals.ts'
import * as extraSessions from './extra-sessions-calls.ts'
import * as treatments from './treatment-admin-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './extra-sessions-calls.ts'
export * from './treatment-admin-calls.ts'
export * from './treatments-calls.ts'

export const noTreatment = {
  unknown_treatment: [404, 'This treatment does not exist.', 'not_found'],
} as const satisfies Refusals

const nameTaken = {
  name_taken: [400, beside('name', 'Another treatment has this name'), 'invalid_input'],
} as const satisfies Refusals

export const listComing = refusing(treatments.listComing, noTreatment)
export const addTreatment = refusing(treatments.addTreatment, nameTaken)

export const orderTreatments = refusing(treatments.orderTreatments, {
  ...stale,
  other_treatments: [
    400,
    beside('order', 'The order has to name every treatment once'),
    'invalid_input',
  ],
})

export const changeTreatment = refusing(treatments.changeTreatment, {
  ...noTreatment,
  ...nameTaken,
  ...stale,
})

export const planPrice = refusing(treatments.planPrice, {
  ...noTreatment,
  ...stale,
  past: [400, beside('validFrom', PAST), 'invalid_input'],
  price_exists: [
    400,
    beside(
      'validFrom',
      'A price already starts on {day}. Withdraw it first, or choose another date.',
    ),
    'invalid_input',
  ],
})

export const withdrawPrice = refusing(treatments.withdrawPrice, {
  ...noTreatment,
  ...stale,
  unknown_price: [404, 'This price does not exist.', 'not_found'],
  in_effect: [409, 'This price applies already and can no longer be withdrawn.'],
  booked_at: [
    409,
    'An appointment has been booked at this price, so it can no longer be withdrawn.',
  ],
})

export const addExtraSession = refusing(extraSessions.addExtraSession, {
  ...noOwner,
  past: [400, beside('date', PAST), 'invalid_input'],
  unknown_treatment: [
    400,
    beside('treatments', 'This treatment doesn’t exist anymore'),
    'invalid_input',
  ],
  overlaps: [409, 'There is an extra session at that time already.'],
})

export const withdrawExtraSession = refusing(extraSessions.withdrawExtraSession, {
  ...outdated,
  unknown_session: [404, 'This session doesn’t exist anymore.', 'not_found'],
  undecided: [409, 'Some appointments won’t fit without this session. Decide about them first.'],
})

/** `GET /available/changes` */
export const streamAvailable = {
  refusals: {
    too_many_requests: [429, words.tooManyPages],
  },
} as const
