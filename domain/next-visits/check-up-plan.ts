import { setImmediate as nextTurn } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { IsoDate } from '#contract/dates.ts'
import { type NewCheckUpPlan, REVIEWED_BATCHES } from '#contract/next-visits/check-up-plan.ts'
import type { PlanRow } from '#contract/next-visits/due-rows.ts'
import { findPlanProblem } from '#contract/next-visits/plan-windows.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import {
  changePlanState,
  hasPastVisits,
  listPlanRows,
  putPlanRow,
  readPlanState,
  removePlanRow,
} from '#drizzle/queries/next-visits/check-up-plan.ts'
import { findTreatment } from '#drizzle/queries/schedule/treatments.ts'
import { countDue } from './due-children.ts'

/** The plan with its rows, as admins see it. */
export function readCheckUpPlan(db: Database) {
  return { ...readPlanState(db), hasPastVisits: hasPastVisits(db), rows: listPlanRows(db) }
}

export type PlanRefusal =
  | { outcome: 'stale' | 'unknown_row' | 'no_rows' | 'past_visits' | 'not_reviewed' }
  | {
      outcome: 'unknown_treatment' | 'reversed' | 'early' | 'late' | 'overlap'
      /** The index of the row. */
      index: number
    }

/** Why a change of the plan is refused; undefined if it is not. */
export function findPlanObstacle(
  db: Database,
  { rows, isOn, isAutomatic, hasNoPastVisits, version }: NewCheckUpPlan,
): PlanRefusal | undefined {
  const before = readPlanState(db)
  if (before.version !== version) return { outcome: 'stale' }
  const known = new Map(listPlanRows(db).map((row) => [row.id, row]))
  if (rows.some(({ _id }) => _id !== undefined && !known.has(_id)))
    return { outcome: 'unknown_row' }
  for (const [index, { _id, treatment }] of rows.entries()) {
    const isKept = _id !== undefined && known.get(_id)?.treatmentId === treatment
    if (!isKept && !findTreatment(db, treatment)?.active) {
      return { outcome: 'unknown_treatment', index }
    }
  }
  const found = findPlanProblem(rows)
  if (found) return { outcome: found.problem, index: found.index }
  if (isOn && rows.length === 0) return { outcome: 'no_rows' }
  if (isOn && !hasNoPastVisits && !hasPastVisits(db)) return { outcome: 'past_visits' }
  if (isAutomatic && before.batches < REVIEWED_BATCHES) return { outcome: 'not_reviewed' }
  return undefined
}

/**
 * Changes the plan. The nightly job then looks at all children again.
 * @returns why it is refused; undefined when it has changed
 */
export function changeCheckUpPlan(
  db: Transaction,
  wanted: NewCheckUpPlan,
  { actor, now }: ChangedBy,
): PlanRefusal | undefined {
  const refused = findPlanObstacle(db, wanted)
  if (refused) return refused
  const { isOn, isAutomatic, hasNoPastVisits, version: seen } = wanted
  const version = seen + 1
  const change = { isOn, isAutomatic, hasNoPastVisits, version, lookedOn: null }
  if (!changePlanState(db, change, seen)) return { outcome: 'stale' }
  const before = new Map(listPlanRows(db).map((row) => [row.id, row]))
  const kept = new Set(wanted.rows.map(({ _id }) => _id))
  for (const id of before.keys()) if (!kept.has(id)) removePlanRow(db, id, now)
  for (const { _id, treatment: treatmentId, ageMonths, fromDays, toDays } of wanted.rows) {
    const known = _id === undefined ? undefined : before.get(_id)
    const isSame =
      known?.treatmentId === treatmentId &&
      known.ageMonths === ageMonths &&
      known.fromDays === fromDays &&
      known.toDays === toDays
    if (isSame) continue
    putPlanRow(db, { id: _id ?? uuidv7(), treatmentId, ageMonths, fromDays, toDays, version })
  }
  const data = { isOn, isAutomatic, rows: wanted.rows.length }
  appendEvent(db, { kind: 'clinic.plan_changed', actor, subject: 'clinic', data }, now)
  return undefined
}

/** How many children have a row due by these rows. Other work goes on between slices of children. */
export async function countChildrenDue(
  db: Database,
  plan: readonly PlanRow[],
  today: IsoDate,
): Promise<number> {
  let due = 0
  for (let after: string | null = ''; after !== null; ) {
    const slice: { due: number; last: string | null } = countDue(db, { plan, today, after })
    due += slice.due
    after = slice.last
    await nextTurn()
  }
  return due
}
