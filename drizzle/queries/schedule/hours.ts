import { and, asc, eq, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { IsoDate } from '#contract/dates.ts'
import type { HoursPlan, Week } from '#contract/schedule/schedule.ts'
import { type Database, hasRow, type Transaction } from '#drizzle/client.ts'
import { events, hoursPlans, hoursSpans } from '#drizzle/schema/index.ts'

/** The owner of hours or closures: a doctor's id, or null for the clinic. */
export type Owner = string | null

export const CLINIC: Owner = null

/** All plans of hours by owner, each in the order of their first days. */
export function readHours(db: Database): Map<Owner, HoursPlan[]> {
  const plans = db.select().from(hoursPlans).orderBy(asc(hoursPlans.validFrom)).all()
  const spans = db
    .select()
    .from(hoursSpans)
    .orderBy(asc(hoursSpans.planId), asc(hoursSpans.weekday), asc(hoursSpans.fromMinute))
    .all()
  const spansOf = Map.groupBy(spans, ({ planId }) => planId)
  const read = plans.map(({ id, doctorId, validFrom }) => {
    const week: Week = Array.from({ length: 7 }, () => [])
    for (const { weekday, fromMinute: from, toMinute: to } of spansOf.get(id) ?? []) {
      week[weekday]?.push({ from, to })
    }
    return { doctorId, plan: { validFrom, week } }
  })
  const grouped = Map.groupBy(read, ({ doctorId }) => doctorId)
  return new Map([...grouped].map(([owner, rows]) => [owner, rows.map(({ plan }) => plan)]))
}

/** Whether an admin has ever saved the clinic's own hours. */
export function hasSavedHours(db: Database): boolean {
  return hasRow(db, events, and(eq(events.subject, 'clinic'), eq(events.kind, 'schedule.changed')))
}

/** Adds a plan, or replaces the owner's plan of that day. */
export function putPlan(db: Transaction, owner: Owner, { validFrom, week }: HoursPlan): void {
  deletePlan(db, owner, validFrom)
  const id = uuidv7()
  db.insert(hoursPlans).values({ id, doctorId: owner, validFrom }).run()
  const spans = week.flatMap((spans, weekday) =>
    spans.map(({ from, to }) => ({ planId: id, weekday, fromMinute: from, toMinute: to })),
  )
  if (spans.length > 0) db.insert(hoursSpans).values(spans).run()
}

/**
 * Deletes the owner's plan of that day.
 * @returns whether there was one
 */
export function deletePlan(db: Transaction, owner: Owner, validFrom: IsoDate): boolean {
  const isOwn = owner === null ? isNull(hoursPlans.doctorId) : eq(hoursPlans.doctorId, owner)
  const { changes } = db
    .delete(hoursPlans)
    .where(and(isOwn, eq(hoursPlans.validFrom, validFrom)))
    .run()
  return changes > 0
}
