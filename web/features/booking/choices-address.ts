import type { BookingCalendar } from '../../../contract/clinic.ts'
import type { Choices } from '../../../machines/booking/booking-machine.ts'
import {
  DAY_PARAMETER,
  DOCTOR_PARAMETER,
  SLOT_PARAMETER,
  TREATMENT_PARAMETER,
} from './address-parameters.ts'
import { nearestBookableDay, readBookableDay } from './bookable-days.ts'

// The screen repeats it: a link must not be able to say anything else.
const SLOT = /^\d\d:\d\d [AP]M - \d\d:\d\d [AP]M$/

export interface AddressedChoices {
  choices: Choices
  /** The day asked for cannot be booked; the nearest one that follows was chosen. */
  isRefused: boolean
}

/**
 * Reads the choices of the address; null when no day can be booked.
 * @param wished the day to take when the address has none
 */
export function readChoices(
  address: URLSearchParams,
  calendar: BookingCalendar,
  wished?: string,
): AddressedChoices | null {
  const asked = address.get(DAY_PARAMETER) ?? wished
  const date = nearestBookableDay(asked, calendar)
  if (!date) return null
  const isRefused = Boolean(asked) && readBookableDay(asked, calendar) === undefined
  const treatment = address.get(TREATMENT_PARAMETER)
  const slot = address.get(SLOT_PARAMETER)
  const isSlot = treatment !== null && !isRefused && slot !== null && SLOT.test(slot)
  const doctor = treatment === null ? null : address.get(DOCTOR_PARAMETER)
  return { choices: { date, treatment, doctor, slot: isSlot ? slot : null }, isRefused }
}

/** The parameters that keep the choices. */
export function writeChoices({ date, treatment, doctor, slot }: Choices): URLSearchParams {
  const address = new URLSearchParams({ [DAY_PARAMETER]: date })
  if (treatment) address.set(TREATMENT_PARAMETER, treatment)
  if (doctor) address.set(DOCTOR_PARAMETER, doctor)
  if (slot) address.set(SLOT_PARAMETER, slot)
  return address
}
