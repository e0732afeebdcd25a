import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'

/** How long past appointments are listed until someone settles them, in days. */
const SETTLE_WITHIN_DAYS = 30

/** The days that are to be settled. */
export function daysToSettle({ today }: Pick<ClinicMoment, 'today'>): {
  from: IsoDate
  to: IsoDate
} {
  return { from: dayAfter(today, -SETTLE_WITHIN_DAYS), to: dayAfter(today, -1) }
}
