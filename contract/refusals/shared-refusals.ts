import type { Refusals } from './refusals.ts'

/** There is none, or it is another patient's. */
export const noAppointment = {
  not_found: [404, 'Appointment not found.'],
} as const satisfies Refusals

/** There is none, or the user is not its guardian. */
export const noChild = {
  unknown_child: [404, 'Child not found.', 'not_found'],
} as const satisfies Refusals

export const noFamily = {
  no_family: [404, 'Family not found.', 'not_found'],
} as const satisfies Refusals

/** The clinic does not have that doctor, or not any longer. */
export const noDoctor = {
  unknown_doctor: [404, 'The clinic has no such doctor any more.', 'not_found'],
} as const satisfies Refusals

/** Someone has changed it since the caller saw it; `current` is what it is now. */
export const stale = {
  stale: [409, 'Someone else has changed this in the meantime. Nothing you typed was lost.'],
} as const satisfies Refusals

/** The same of an appointment. */
export const changedMeanwhile = {
  stale: [409, 'This appointment has changed meanwhile. Please check it again.'],
} as const satisfies Refusals
