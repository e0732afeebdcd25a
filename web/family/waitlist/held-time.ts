import type { IsoDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import * as words from '#words/en/visits/held-time.ts'

/** 'Mia and Ben'; null for the account holder. */
export function namesOf(children: readonly { name: string }[]): string | null {
  return children.length > 0 ? formats.list(children.map(({ name }) => name)) : null
}

/** 'Tue, Mar 2, 2027, 9:00 AM' */
export function describeTime({ date, slot }: { date: IsoDate; slot: string }): string {
  return `${formats.fullDay(date)}, ${formats.slotStart(slot)}`
}

/** Until when a time is held: '1:00 PM on Mon, Mar 1, 2027' */
export function describeUntil({ date, minute }: { date: IsoDate; minute: number }): string {
  return words.minuteOfDay(formats.minute(minute), formats.fullDay(date))
}
