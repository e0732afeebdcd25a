// Without zod and date-fns, which public pages do not load.

const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** An ISO date with its weekday: 'Tue, Mar 2'. */
export const describeDay = (date: string) => day.format(new Date(date))

/** When '09:00 AM - 09:30 AM' starts: '9:00 AM'. */
export const describeStart = (slot: string) => (slot.split(' - ')[0] ?? slot).replace(/^0/, '')

/** 'Tue, Mar 2, 9:00 AM'. */
export const describeTime = ({ date, slot }: { date: string; slot: string }) =>
  `${describeDay(date)}, ${describeStart(slot)}`
