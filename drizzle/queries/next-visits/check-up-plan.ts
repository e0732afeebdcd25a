import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { changeRow, type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { checkUpPlans, pastVisits, planRows, treatments } from '#drizzle/schema/index.ts'

type PlanState = typeof checkUpPlans.$inferSelect
export type PlanRowRow = typeof planRows.$inferSelect

export function readPlanState(db: Database): PlanState {
  const state = db.select().from(checkUpPlans).get()
  if (!state) throw new Error('The database has no check-up plan.')
  return state
}

/** @returns false when the version is not `seen` any more */
export function changePlanState(
  db: Transaction,
  change: Partial<Omit<PlanState, 'id'>>,
  seen: number,
): boolean {
  return changeRow(db, checkUpPlans, change, eq(checkUpPlans.version, seen))
}

/** The rows of the plan with their treatments, by age. */
export function listPlanRows(db: Database): (PlanRowRow & { treatment: string })[] {
  return db
    .select({ row: planRows, treatment: treatments.name })
    .from(planRows)
    .innerJoin(treatments, eq(treatments.id, planRows.treatmentId))
    .where(isNull(planRows.removedAt))
    .orderBy(asc(planRows.ageMonths), asc(planRows.fromDays))
    .all()
    .map(({ row, treatment }) => ({ ...row, treatment }))
}

/** Adds a row of the plan, or changes it. */
export function putPlanRow(db: Transaction, row: Omit<PlanRowRow, 'removedAt'>): void {
  const { id, ...fields } = row
  db.insert(planRows).values(row).onConflictDoUpdate({ target: planRows.id, set: fields }).run()
}

/** Takes a row out of the plan. */
export function removePlanRow(db: Transaction, id: string, removedAt: Date): void {
  db.update(planRows)
    .set({ removedAt })
    .where(and(eq(planRows.id, id), isNull(planRows.removedAt)))
    .run()
}

/** Whether visits from before are known. */
export const hasPastVisits = (db: Database): boolean => hasRow(db, pastVisits, undefined)

/** Counts a batch that staff have sent. */
export function countBatch(db: Transaction): void {
  db.update(checkUpPlans)
    .set({ batches: sql`${checkUpPlans.batches} + 1` })
    .run()
}
