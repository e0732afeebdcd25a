import type { Refusals } from './refusals.ts'

/** The appointment does not exist, or belongs to another patient. */
export const noAppointment = {
  not_found: [404, 'Appointment not found.'],
} as const satisfies Refusals

/** The child does not exist, or the user is not its guardian. */
export const noChild = {
  unknown_child: [404, 'Child not found.', 'not_found'],
} as const satisfies Refusals

export const noFamily = {
  no_family: [404, 'Family not found.', 'not_found'],
} as const satisfies Refusals

/** The clinic has no such doctor, or no longer has. */
export const noDoctor = {
  unknown_doctor: [404, 'The clinic has no such doctor any more.', 'not_found'],
} as const satisfies Refusals

/** Someone changed the record after the caller loaded it; `current` is its present state. */
export const stale = {
  stale: [409, 'Someone else has changed this in the meantime. Nothing you typed was lost.'],
} as const satisfies Refusals

/** The same for an appointment. */
export const changedMeanwhile = {
  stale: [409, 'This appointment has changed meanwhile. Please check it again.'],
} as const satisfies Refusals

/** Families cannot book online now: docs/requirements.md#opening. */
export const notOpen = {
  not_open: [409, '{why}. To book, call {phone}.'],
} as const satisfies Refusals
