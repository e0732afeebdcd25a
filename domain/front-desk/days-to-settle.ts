import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'

/** For how many days past appointments are listed until staff settle them. */
const SETTLE_WITHIN_DAYS = 30

/** The days whose appointments have to be settled. */
export function daysToSettle({ today }: Pick<ClinicMoment, 'today'>): {
  from: IsoDate
  to: IsoDate
} {
  return { from: dayAfter(today, -SETTLE_WITHIN_DAYS), to: dayAfter(today, -1) }
}
