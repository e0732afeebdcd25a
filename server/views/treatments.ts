import { toDollars } from '#contract/money.ts'
import { toWeekdays } from '#contract/schedule/weekdays.ts'
import type { AdminTreatment } from '#contract/treatments/treatment-admin.ts'
import type { TreatmentAtWork } from '#drizzle/queries/schedule/treatments.ts'

/** A treatment as admins see it. */
export function toAdminTreatment({
  treatment: { id, position: _, weekdays, ...treatment },
  startMinutes,
  prices,
  doctors,
}: TreatmentAtWork): AdminTreatment {
  return {
    _id: id,
    ...treatment,
    weekdays: toWeekdays(weekdays),
    startMinutes,
    prices: prices.map(({ validFrom, priceCents }) => ({
      validFrom,
      price: toDollars(priceCents),
    })),
    doctors,
  }
}
