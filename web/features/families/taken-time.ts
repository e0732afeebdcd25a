import { type IsoDate, parseWireDate } from '#contract/dates.ts'
import { DAY_PARAMETER, SLOT_PARAMETER } from '../booking/address/address-parameters.ts'
import { SLOT } from '../booking/address/choices-address.ts'
import { TREATMENT_PARAMETER } from '../booking/address/early-parameters.ts'

/** A time that staff have chosen before the family is known: docs/requirements.md#walk-ins. */
export interface TakenTime {
  date: IsoDate
  slot: string
  /** For the address of the booking. */
  parameters: URLSearchParams
}

/** The address that looks for the family of a time. */
export function takeTime(time: { date: IsoDate; treatment: string; slot: string }): string {
  return `/dashboard/families?${parametersOf(time)}`
}

/** Reads the time from the address; null without one. */
export function readTakenTime(address: URLSearchParams): TakenTime | null {
  const date = parseWireDate(address.get(DAY_PARAMETER) ?? '')
  const treatment = address.get(TREATMENT_PARAMETER)
  const slot = address.get(SLOT_PARAMETER)
  if (!date || !treatment || !slot || !SLOT.test(slot)) return null
  return { date, slot, parameters: parametersOf({ date, treatment, slot }) }
}

function parametersOf(time: { date: IsoDate; treatment: string; slot: string }) {
  return new URLSearchParams({
    [DAY_PARAMETER]: time.date,
    [TREATMENT_PARAMETER]: time.treatment,
    [SLOT_PARAMETER]: time.slot,
  })
}
