import {
  DAY_PARAMETER,
  DOCTOR_PARAMETER,
  type LinkedTime,
  SLOT_PARAMETER,
  TREATMENT_PARAMETER,
} from '#contract/booking/time-address.ts'

// The page repeats it: a link must not be able to say anything else.
const SLOT = /^(0[1-9]|1[0-2]):[0-5]\d [AP]M - (0[1-9]|1[0-2]):[0-5]\d [AP]M$/
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/

/** The time that the address names; undefined when it names none. */
export function readLinkedTime(address: URLSearchParams): LinkedTime | undefined {
  const treatment = address.get(TREATMENT_PARAMETER)
  const date = address.get(DAY_PARAMETER)
  const slot = address.get(SLOT_PARAMETER)
  if (!treatment || !date || !slot || !SLOT.test(slot)) return undefined
  if (!ISO_DATE.test(date) || Number.isNaN(Date.parse(date))) return undefined
  return { treatment, date, slot, doctor: address.get(DOCTOR_PARAMETER) ?? undefined }
}
