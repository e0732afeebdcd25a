import type {
  InsightAppointments,
  InsightMoney,
  Insights,
  InsightsMoney,
} from '#contract/insights/insights.ts'
import { toDollars } from '#contract/money.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import type { Figures } from '#domain/insights/read-insights.ts'
import type { MoneyFigures } from '#domain/insights/read-money.ts'
import type { ThirdNextFree } from '#domain/insights/third-next-free.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import { toPatient, toPhone } from './appointments.ts'
import { withId } from './with-id.ts'

/** The clinic's figures without money, as staff see them. */
export function toInsights(figures: Figures, thirdNext: readonly ThirdNextFree[]): Insights {
  const { countedAt, doctors, treatments, unpaid } = figures
  return {
    ...figures,
    countedAt: countedAt?.toISOString() ?? null,
    doctors: doctors.map(withId),
    treatments: treatments.map(withId),
    thirdNext: thirdNext.map(withId),
    unpaid: { ...unpaid, doctors: unpaid.doctors.map(withId) },
  }
}

/** The clinic's money for admins, in dollars instead of cents. */
export function toInsightsMoney(figures: MoneyFigures): InsightsMoney {
  const { total, totalBefore, periods, treatments, unpaid } = figures
  return {
    ...figures,
    total: inDollars(total),
    totalBefore: inDollars(totalBefore),
    periods: periods.map((period) => ({ ...period, ...inDollars(period) })),
    treatments: treatments.map(({ id: _id, name, taken, refunded }) => ({
      _id,
      name,
      taken: toDollars(taken),
      refunded: toDollars(refunded),
    })),
    unpaid: {
      ages: unpaid.ages.map(toDollars),
      doctors: unpaid.doctors.map(({ id: _id, name, ages }) => ({
        _id,
        name,
        ages: ages.map(toDollars),
      })),
    },
  }
}

/** An appointment behind a figure. */
export function toInsightAppointment(row: AppointmentRow, dial: Dial): InsightAppointments[number] {
  const { id, date, startMinute, lengthMinutes, treatment, doctorName, priceCents } = row
  return {
    _id: id,
    date,
    startMinute,
    lengthMinutes,
    treatment,
    doctor: doctorName,
    ...toPatient(row),
    family: row.patientUid ?? row.deskFamilyId,
    ...toPhone(row.phone, dial),
    price: toDollars(priceCents),
  }
}

function inDollars({ taken, refunded, disputeLost }: InsightMoney): InsightMoney {
  return {
    taken: eachInDollars(taken),
    refunded: eachInDollars(refunded),
    disputeLost: toDollars(disputeLost),
  }
}

function eachInDollars<Key extends string>(cents: Record<Key, number>): Record<Key, number> {
  const entries = Object.entries<number>(cents).map(([key, value]) => [key, toDollars(value)])
  return Object.fromEntries(entries) as Record<Key, number>
}
