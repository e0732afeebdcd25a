import { formatFullDay, type IsoDate } from '#contract/dates.ts'

/** 'Fri, Jun 5, 2026', or 'Fri, Jun 5, 2026 to Thu, Jun 11, 2026' */
export const describeDays = (from: IsoDate, to: IsoDate, format = formatFullDay) =>
  [...new Set([from, to])].map((day) => format(day)).join(' to ')
