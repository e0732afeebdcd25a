import type { CheckUpPlan, DueChild } from '#contract/next-visits/check-up-plan.ts'
import type { AskableChild } from '#domain/next-visits/ask-due.ts'
import type { readCheckUpPlan } from '#domain/next-visits/check-up-plan.ts'

/** The check-up plan as admins see it. */
export function toCheckUpPlan(plan: ReturnType<typeof readCheckUpPlan>): CheckUpPlan {
  const { isOn, isAutomatic, hasNoPastVisits, hasPastVisits, version, batches, rows } = plan
  return {
    isOn,
    isAutomatic,
    hasNoPastVisits,
    hasPastVisits,
    version,
    batches,
    rows: rows.map(({ id, ageMonths, fromDays, toDays, treatmentId, treatment }) => ({
      _id: id,
      ageMonths,
      fromDays,
      toDays,
      treatment: { _id: treatmentId, name: treatment },
    })),
  }
}

/** A child who has a visit due. */
export function toDueChild({ id, name, birthDate, family, due, call }: AskableChild): DueChild {
  return { _id: id, name, birthDate, family, to: due.to, call }
}
