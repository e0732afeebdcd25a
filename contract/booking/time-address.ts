import type { IsoDate } from '../dates.ts'

// Without zod, which the public pages do not load. The booking's other parameters are in
// contract/guardians/child-parameters.ts.

/** The parameter with the chosen day: `/appointment?date=2026-11-24`. */
export const DAY_PARAMETER = 'date'

/** The parameter with the id of the chosen treatment. */
export const TREATMENT_PARAMETER = 'treatment'

/** The parameter with the id of the chosen doctor. */
export const DOCTOR_PARAMETER = 'doctor'

/** The parameter with the chosen slot: `slot=09:00 AM - 09:30 AM`. */
export const SLOT_PARAMETER = 'slot'

/** Id of the ticket whose visit is to be booked: docs/requirements.md#next-visits. */
export const TICKET_PARAMETER = 'ticket'

/** A free time that a link names. */
export interface LinkedTime {
  /** Ids. */
  treatment: string
  doctor?: string | undefined
  date: IsoDate
  /** As offered: '09:00 AM - 09:30 AM'. */
  slot: string
}

/** The booking page with that time chosen; visitors log in first. */
export function bookingAddress(time: LinkedTime): string {
  return `/appointment?${timeParameters(time)}`
}

/** The public page about that time, which links to the booking. */
export function timeAddress(time: LinkedTime): string {
  return `/times?${timeParameters(time)}`
}

/** The public page with the free times of a treatment, on a day. @param date ISO; its next free day when absent */
export function timesAddress(treatment: string, date?: IsoDate): string {
  return `/times?${dayParameters(treatment, date)}`
}

/** A treatment, and perhaps a day, as parameters of an address. */
export function dayParameters(treatment: string, date?: IsoDate): URLSearchParams {
  return new URLSearchParams({
    ...(date !== undefined && { [DAY_PARAMETER]: date }),
    [TREATMENT_PARAMETER]: treatment,
  })
}

/** A time as parameters of an address. */
export function timeParameters({ treatment, doctor, date, slot }: LinkedTime): URLSearchParams {
  const parameters = dayParameters(treatment, date)
  if (doctor !== undefined) parameters.set(DOCTOR_PARAMETER, doctor)
  parameters.set(SLOT_PARAMETER, slot)
  return parameters
}
