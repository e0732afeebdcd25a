import { useQuery } from '@tanstack/react-query'
import { formatMinute, parseSlot, startOfSlot } from '#contract/booking/slots.ts'
import { type IsoDate, parseWireDate } from '#contract/dates.ts'
import type { Span } from '#contract/schedule/schedule.ts'
import { configOptions } from '#web/lib/api/config.ts'
import { formatNearDay } from './day-format.ts'

/** A day, as ISO date or as in 'Jun 5, 2026', and a slot of it. */
interface Time {
  date: IsoDate
  slot: string
}

/** 'Fri, Jun 5, 9:00 AM', with the year as in `formatNearDay`. */
export function useTimeFormat(): (time: Time) => string {
  const today = useQuery(configOptions()).data?.clinic.today
  return ({ date, slot }) =>
    `${formatNearDay(parseWireDate(date) ?? date, today)}, ${startOfSlot(slot)}`
}

/** '9:00 AM to 9:30 AM' */
export const formatSpan = ({ from, to }: Span) => `${formatMinute(from)} to ${formatMinute(to)}`

/** Choices of slots: '9:00 AM', with the end where two of them begin at the same time. */
export function slotChoices(slots: readonly string[]): { value: string; label: string }[] {
  const starts = slots.map(startOfSlot)
  return slots.map((slot, index) => {
    const isAmbiguous = starts.some((start, other) => start === starts[index] && other !== index)
    return { value: slot, label: isAmbiguous ? formatWholeSlot(slot) : startOfSlot(slot) }
  })
}

function formatWholeSlot(slot: string): string {
  const { startMinute, lengthMinutes } = parseSlot(slot)
  return formatSpan({ from: startMinute, to: startMinute + lengthMinutes })
}
