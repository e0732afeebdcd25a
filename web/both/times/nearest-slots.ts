import { parseSlotStart } from '#contract/formats/slot-times.ts'

const NEAREST = 3

/** The free slots that start nearest to the given one, at most three, in order. */
export function nearestSlots(slots: readonly string[], wanted: string): string[] {
  const start = parseSlotStart(wanted)
  const distance = (slot: string) => Math.abs(parseSlotStart(slot) - start)
  return slots
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, NEAREST)
    .sort((a, b) => parseSlotStart(a) - parseSlotStart(b))
}
