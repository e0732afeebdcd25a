import { parseSlotStart } from '#contract/formats/slot-times.ts'
import * as words from '#words/en/site/day.ts'

const NOON_MINUTE = 12 * 60

/** The slots of a day ('09:00 AM - 09:30 AM') by the half in which they start. */
export function halvesOfDay(slots: readonly string[]) {
  const isMorning = (slot: string) => parseSlotStart(slot) < NOON_MINUTE
  return [
    { name: words.morning, slots: slots.filter(isMorning) },
    { name: words.afternoon, slots: slots.filter((slot) => !isMorning(slot)) },
  ]
}
