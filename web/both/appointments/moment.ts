import type { Appointment } from '#contract/booking/appointments.ts'
import { startOfSlot } from '#contract/booking/slots.ts'
import { formatWeekday, parseWireDate } from '#contract/dates.ts'

/** 'Tue, Nov 24 · 9:00 AM' */
export function momentOf({ date, slot }: Pick<Appointment, 'date' | 'slot'>): string {
  const day = parseWireDate(date)
  return `${day ? formatWeekday(day) : date} · ${startOfSlot(slot)}`
}
