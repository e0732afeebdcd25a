import {
  DAY_PARAMETER,
  DOCTOR_PARAMETER,
  type LinkedTime,
  SLOT_PARAMETER,
  TREATMENT_PARAMETER,
} from '#contract/booking/time-address.ts'
import { SLOT } from '#web/shared/times/slot-pattern.ts'

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
