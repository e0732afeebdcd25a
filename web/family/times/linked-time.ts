import {
  DAY_PARAMETER,
  DOCTOR_PARAMETER,
  type LinkedTime,
  SLOT_PARAMETER,
  TREATMENT_PARAMETER,
} from '#contract/booking/time-address.ts'
import { dateInAddress } from '#contract/dates.ts'
import { SLOT } from '#web/both/times/slot-pattern.ts'

/** The time that the address names; undefined when it names none. */
export function readLinkedTime(address: URLSearchParams): LinkedTime | undefined {
  const treatment = address.get(TREATMENT_PARAMETER)
  const date = dateInAddress(address, DAY_PARAMETER, null)
  const slot = address.get(SLOT_PARAMETER)
  if (!treatment || !date || !slot || !SLOT.test(slot)) return undefined
  return { treatment, date, slot, doctor: address.get(DOCTOR_PARAMETER) ?? undefined }
}
