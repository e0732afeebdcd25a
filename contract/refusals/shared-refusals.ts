import * as words from '#words/en/refusals/shared.ts'
import type { Refusals } from './refusals.ts'

/** The appointment does not exist, or belongs to another patient. */
export const noAppointment = {
  not_found: [404, words.noAppointment],
} as const satisfies Refusals

/** The child does not exist, or the user is not its guardian. */
export const noChild = {
  unknown_child: [404, words.noChild, 'not_found'],
} as const satisfies Refusals

export const noFamily = {
  no_family: [404, words.noFamily, 'not_found'],
} as const satisfies Refusals

/** The clinic has no such doctor, or no longer has. */
export const noDoctor = {
  unknown_doctor: [404, words.noDoctor, 'not_found'],
} as const satisfies Refusals

/** Someone changed the record after the caller loaded it; `current` is its present state. */
export const stale = {
  stale: [409, words.changedMeanwhile],
} as const satisfies Refusals

/** The same for an appointment. */
export const changedMeanwhile = {
  stale: [409, words.appointmentChanged],
} as const satisfies Refusals

/** Families cannot book online now: docs/requirements.md#opening. */
export const notOpen = {
  not_open: [409, words.notOpen],
} as const satisfies Refusals
