import type { Appointment } from '#contract/booking/appointments.ts'
import { formats } from '#contract/formats/formats.ts'

/** 'Tue, Nov 24 · 9:00 AM' */
export function momentOf({ date, slot }: Pick<Appointment, 'date' | 'slot'>): string {
  return `${formats.compactDay(date)} · ${formats.slotStart(slot)}`
}
