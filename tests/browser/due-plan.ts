import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { dayAfter } from '#contract/dates.ts'
import { ageInMonths } from '#contract/guardians/ages.ts'
import type { Child } from '#contract/guardians/children.ts'
import { checkUpPlans, dueItems, pastVisits, planRows } from '#drizzle/schema/index.ts'
import { records } from './records.ts'

/**
 * Switches on a check-up plan by which children of the same age have a visit due; they were here before.
 * @returns a function that removes the plan
 */
export function makeDue(children: readonly Child[], treatmentId: string): () => void {
  const db = records()
  const now = new Date()
  const today = now.toISOString().slice(0, 10)
  const rowId = uuidv7()
  const ageMonths = ageInMonths(children[0]?.birthDate ?? today, today)
  const days = { fromDays: 0, toDays: 60 }
  db.insert(planRows)
    .values({ id: rowId, ageMonths, ...days, treatmentId, version: 1 })
    .run()
  db.update(checkUpPlans).set({ isOn: true, lookedOn: today }).run()
  for (const { _id: childId } of children) {
    const visit = { id: uuidv7(), childId, date: dayAfter(today, -200), treatmentId }
    db.insert(pastVisits)
      .values({ ...visit, createdAt: now })
      .run()
    db.insert(dueItems)
      .values({ childId, rowId, toDate: dayAfter(today, 30), changedAt: now })
      .run()
  }
  return () => {
    db.update(checkUpPlans).set({ isOn: false }).run()
    db.update(planRows).set({ removedAt: now }).where(eq(planRows.id, rowId)).run()
  }
}
