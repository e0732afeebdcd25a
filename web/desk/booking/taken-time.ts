import {
  DAY_PARAMETER,
  DOCTOR_PARAMETER,
  SLOT_PARAMETER,
  TREATMENT_PARAMETER,
} from '#contract/booking/time-address.ts'
import { dateInAddress, type IsoDate } from '#contract/dates.ts'
import { CHILD_PARAMETER } from '#contract/guardians/child-parameters.ts'
import { SLOT } from '#web/both/times/slot-pattern.ts'

/** A time that staff chose before the family: docs/requirements.md#walk-ins. */
export interface TakenTime {
  date: IsoDate
  slot: string
  /** Whether an extra patient is put beside it: docs/requirements.md#squeezing-in. */
  isSqueeze: boolean
  /** For the address of the booking. */
  parameters: URLSearchParams
}

interface Time {
  date: IsoDate
  /** Ids; without a doctor, any doctor of the treatment. */
  treatment: string
  slot: string
  doctor?: string | null | undefined
}

/** A time of which only the day has to be known. */
type KnownTime = Pick<Time, 'date' | 'doctor'> & {
  [Part in 'treatment' | 'slot']?: string | undefined
}

/** The address that looks for the family of a time. */
export function takeTime(time: Time): string {
  return `/dashboard/families?${parametersOf(time)}`
}

/**
 * The address that books a time for a known family; everything that it does not contain is chosen
 * there.
 * @param child id; null for a guardian
 */
export function followUpPage(
  family: string,
  { child, ...time }: KnownTime & { child: string | null },
): string {
  const address = parametersOf(time)
  address.set(CHILD_PARAMETER, child ?? '')
  return `/dashboard/families/${encodeURIComponent(family)}/book?${address}`
}

const SQUEEZE_PARAMETER = 'squeeze'

/** The address for finding the family of an extra patient beside a taken time. */
export function squeezeIn(time: Time): string {
  const address = parametersOf(time)
  address.set(SQUEEZE_PARAMETER, 'true')
  return `/dashboard/families?${address}`
}

/** Reads the time from the address; null without one. */
export function readTakenTime(address: URLSearchParams): TakenTime | null {
  const date = dateInAddress(address, DAY_PARAMETER, null)
  const treatment = address.get(TREATMENT_PARAMETER)
  const slot = address.get(SLOT_PARAMETER)
  if (!date || !treatment || !slot || !SLOT.test(slot)) return null
  const doctor = address.get(DOCTOR_PARAMETER)
  return {
    date,
    slot,
    isSqueeze: address.has(SQUEEZE_PARAMETER),
    parameters: parametersOf({ date, treatment, slot, doctor }),
  }
}

function parametersOf({ treatment, slot, ...time }: KnownTime) {
  return new URLSearchParams({
    [DAY_PARAMETER]: time.date,
    ...(treatment && { [TREATMENT_PARAMETER]: treatment }),
    ...(slot && { [SLOT_PARAMETER]: slot }),
    ...(time.doctor && { [DOCTOR_PARAMETER]: time.doctor }),
  })
}
