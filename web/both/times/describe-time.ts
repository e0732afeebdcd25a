import { formats } from '#contract/formats/formats.ts'

/** 'Tue, Mar 2, 9:00 AM'. */
export const describeTime = ({ date, slot }: { date: string; slot: string }) =>
  `${formats.weekday(date)}, ${formats.slotStart(slot)}`
