import { fromIsoDate, type IsoDate } from '#contract/dates.ts'
import type { InsightCounts, InsightUnit } from '#contract/insights/insights.ts'
import { formatShare } from '#contract/insights/rates.ts'
import { describeDays } from '#web/desk/schedule/describe-days.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const shortMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' })

/** 1234 → '1,234' */
export const formatNumber = (number: number) => whole.format(number)

/** For axes: 1234 → '1.2K' */
export const formatShort = (number: number) => short.format(number)

/** Dollars for axes: 12345 → '$12.3K' */
export const formatShortMoney = (dollars: number) => shortMoney.format(dollars)

/** Booked minutes as a share of open ones; a dash when nothing was open. */
export function describeFilled({ bookedMinutes, openMinutes }: InsightCounts): string {
  return openMinutes === 0 ? '–' : formatShare(bookedMinutes / openMinutes)
}

/** 'Fri, Jun 5, 2026', 'Fri, Jun 5, 2026 to Thu, Jun 11, 2026' or 'Jun 2026'. */
export function namePeriod(
  { from, to }: { from: IsoDate; to: IsoDate },
  unit: InsightUnit,
): string {
  if (unit === 'month') return month.format(fromIsoDate(from))
  return describeDays(from, to)
}

/** Names of bands of days with these lower bounds: '0', '1–2', '28+'. */
export function nameBands(bands: readonly number[]): string[] {
  return bands.map((from, at) => {
    const next = bands[at + 1]
    if (next === undefined) return `${from}+`
    return next === from + 1 ? `${from}` : `${from}–${next - 1}`
  })
}

/** For tables and their CSV. */
export const amountOf = (dollars: number) => dollars.toFixed(2)

/** Added in cents, because 0.1 + 0.2 is not 0.3. */
export function sumOf(amounts: Record<string, number>): number {
  return Object.values(amounts).reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100
}
