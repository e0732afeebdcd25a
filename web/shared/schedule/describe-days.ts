import { formatWireDate, type IsoDate } from '#contract/dates.ts'

/** 'Jun 5, 2026', or 'Jun 5, 2026 to Jun 11, 2026' */
export const describeDays = (from: IsoDate, to: IsoDate) =>
  [...new Set([from, to])].map(formatWireDate).join(' to ')
