import { parseSlotStart } from '#contract/formats/slot-times.ts'

const NOON_MINUTE = 12 * 60

/** The slots of a day ('09:00 AM - 09:30 AM') by the half in which they start. */
export function halvesOfDay(slots: readonly string[]) {
  const isMorning = (slot: string) => parseSlotStart(slot) < NOON_MINUTE
  return [
    { name: 'Morning', slots: slots.filter(isMorning) },
    { name: 'Afternoon', slots: slots.filter((slot) => !isMorning(slot)) },
  ] as const
}
