import type { Appointment } from '#contract/booking/appointments.ts'
import { formatMinute, startOfSlot } from '#contract/booking/slots.ts'
import { formatFullDay, formatWeekday, type IsoDate, parseWireDate } from '#contract/dates.ts'

/** 'Tue, Nov 24 · 9:00 AM' */
export function momentOf({ date, slot }: Pick<Appointment, 'date' | 'slot'>): string {
  const day = parseWireDate(date)
  return `${day ? formatWeekday(day) : date} · ${startOfSlot(slot)}`
}

/** 'Tue, Mar 2, 2027, 9:00 AM' */
export function describeTime({ date, slot }: { date: IsoDate; slot: string }): string {
  return `${formatFullDay(date)}, ${startOfSlot(slot)}`
}

/** Until when a time is held: '1:00 PM on Mon, Mar 1, 2027' */
export function describeUntil({ date, minute }: { date: IsoDate; minute: number }): string {
  return `${formatMinute(minute)} on ${formatFullDay(date)}`
}
