import {
  DAY_PARAMETER,
  DOCTOR_PARAMETER,
  SLOT_PARAMETER,
  TREATMENT_PARAMETER,
} from '#contract/booking/time-address.ts'
import type { BookingCalendar } from '#contract/clinic/clinic.ts'
import { CHILD_PARAMETER, SIBLINGS_PARAMETER } from '#contract/guardians/child-parameters.ts'
import type { Choices, Sibling } from '#machines/choices.ts'
import { nearestBookableDay, readBookableDay } from '#web/both/times/bookable-days.ts'
import { SLOT } from '#web/both/times/slot-pattern.ts'

interface AddressedChoices {
  choices: Choices
  /** The requested day cannot be booked; the next possible one was chosen. */
  isRefused: boolean
}

/**
 * Reads the choices in the address; null when no day can be booked.
 * @param wanted the day when the address has none
 */
export function readChoices(
  address: URLSearchParams,
  calendar: BookingCalendar,
  wanted?: string,
): AddressedChoices | null {
  const asked = address.get(DAY_PARAMETER) ?? wanted
  const date = nearestBookableDay(asked, calendar)
  if (!date) return null
  const isRefused = Boolean(asked) && readBookableDay(asked, calendar) === undefined
  const siblings = readSiblings(address.get(SIBLINGS_PARAMETER))
  const treatment = siblings === null ? address.get(TREATMENT_PARAMETER) : null
  const slot = address.get(SLOT_PARAMETER)
  const isForSome = treatment !== null || siblings !== null
  const isSlot = isForSome && !isRefused && slot !== null && SLOT.test(slot)
  const doctor = treatment === null ? null : address.get(DOCTOR_PARAMETER)
  return {
    choices: {
      date,
      treatment,
      doctor,
      slot: isSlot ? slot : null,
      siblings,
      child: siblings === null ? readChild(address.get(CHILD_PARAMETER)) : undefined,
    },
    isRefused,
  }
}

function readChild(text: string | null): Choices['child'] {
  return text === '' ? null : (text ?? undefined)
}

function readSiblings(text: string | null): Sibling[] | null {
  if (text === null) return null
  return text.split(',').flatMap((pair) => {
    const [child, treatment] = pair.split(':')
    return child && treatment !== undefined ? [{ child, treatment }] : []
  })
}

/** The parameters for the choices. */
export function writeChoices({
  date,
  treatment,
  doctor,
  slot,
  siblings,
  child,
}: Choices): URLSearchParams {
  const address = new URLSearchParams({ [DAY_PARAMETER]: date })
  if (treatment) address.set(TREATMENT_PARAMETER, treatment)
  if (doctor) address.set(DOCTOR_PARAMETER, doctor)
  if (siblings) {
    const pairs = siblings.map(({ child, treatment }) => `${child}:${treatment}`)
    address.set(SIBLINGS_PARAMETER, pairs.join(','))
  }
  if (slot) address.set(SLOT_PARAMETER, slot)
  if (child !== undefined) address.set(CHILD_PARAMETER, child ?? '')
  return address
}
