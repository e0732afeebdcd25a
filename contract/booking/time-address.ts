import type { IsoDate } from '../dates.ts'

// Without zod, which the public pages do not load. The booking's other parameters are in
// web/both/appointments/early-parameters.ts.

/** Where the chosen day is kept: `/appointment?date=2026-11-24`. */
export const DAY_PARAMETER = 'date'

/** Where the id of the chosen treatment is kept. */
export const TREATMENT_PARAMETER = 'treatment'

/** Where the id of the chosen doctor is kept. */
export const DOCTOR_PARAMETER = 'doctor'

/** Where the chosen slot is kept: `slot=09:00 AM - 09:30 AM`. */
export const SLOT_PARAMETER = 'slot'

/** A time that is free, as links name it. */
export interface LinkedTime {
  /** Ids. */
  treatment: string
  doctor?: string | undefined
  date: IsoDate
  /** As offered: '09:00 AM - 09:30 AM'. */
  slot: string
}

/** The booking with that time chosen; visitors log in first. */
export function bookingAddress(time: LinkedTime): string {
  return `/appointment?${timeParameters(time)}`
}

/** The public page about that time, from which a visitor goes on to the booking. */
export function timeAddress(time: LinkedTime): string {
  return `/times?${timeParameters(time)}`
}

/** The public page with the free times of a treatment. */
export function timesAddress(treatment: string): string {
  return `/times?${new URLSearchParams({ [TREATMENT_PARAMETER]: treatment })}`
}

/** A time as parameters of an address. */
export function timeParameters({ treatment, doctor, date, slot }: LinkedTime): URLSearchParams {
  const parameters = new URLSearchParams({
    [DAY_PARAMETER]: date,
    [TREATMENT_PARAMETER]: treatment,
  })
  if (doctor !== undefined) parameters.set(DOCTOR_PARAMETER, doctor)
  parameters.set(SLOT_PARAMETER, slot)
  return parameters
}
