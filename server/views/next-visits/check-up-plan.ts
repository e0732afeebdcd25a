import type { CheckUpPlan, DueChild } from '#contract/next-visits/check-up-plan.ts'
import type { CheckUps } from '#contract/next-visits/check-ups.ts'
import type { KnownVisit } from '#contract/next-visits/due-rows.ts'
import type { AskableChild } from '#domain/next-visits/ask-due.ts'
import type { readCheckUpPlan } from '#domain/next-visits/check-up-plan.ts'
import type { ChildCheckUps } from '#domain/next-visits/count-visit.ts'

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
export function toDueChild(child: AskableChild): DueChild {
  const { id: _id, name, birthDate, family, language, due, call } = child
  return { _id, name, birthDate, family, ...(language && { language }), to: due.to, call }
}

/** The check-ups of a child. */
export function toCheckUps(known: ChildCheckUps): CheckUps {
  const { isOn, rows, counted, uncounted, treatmentNames } = known
  const toVisit = ({ id, date, treatmentId }: KnownVisit) => ({
    ...{ _id: id, date },
    treatment: treatmentNames.get(treatmentId) ?? '',
  })
  return {
    isOn,
    rows: rows.map(({ row: { id, ageMonths, fromDays, toDays }, from, to, state, visit }) => ({
      _id: id,
      ...{ ageMonths, fromDays, toDays, from, to, state },
      visit: visit && { ...toVisit(visit), byStaff: counted.get(id) === visit.id },
    })),
    uncounted: uncounted.map(({ visit, rows }) => ({
      ...toVisit(visit),
      rows: rows.map(({ row }) => row.id),
    })),
  }
}
