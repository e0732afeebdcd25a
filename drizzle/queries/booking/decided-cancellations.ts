import { asc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { appointments, decidedCancellations } from '#drizzle/schema/index.ts'

export type DecidedCancellation = typeof decidedCancellations.$inferSelect

const statements = prepareOnce((db: Database) => ({
  any: db.select().from(decidedCancellations).limit(1),
  one: db
    .select()
    .from(decidedCancellations)
    .where(eq(decidedCancellations.appointmentId, sql.placeholder('appointmentId'))),
}))

/** Records that these appointments, in their present version, are to be canceled. */
export function insertDecided(
  db: Transaction,
  ids: readonly string[],
  { decidedBy, closureId }: Pick<DecidedCancellation, 'decidedBy' | 'closureId'>,
): void {
  db.run(sql`insert into ${decidedCancellations} (appointment_id, version, decided_by, closure_id)
    select id, version, ${decidedBy}, ${closureId} from ${appointments}
    where id in (select value from json_each(${JSON.stringify(ids)}))
    on conflict do nothing`)
}

/** Whether an appointment is to be canceled. */
export function isDecided(db: Database, appointmentId: string): boolean {
  return statements(db).one.get({ appointmentId }) !== undefined
}

/** The next ones to cancel, ordered by appointment id. */
export function listDecided(db: Database, limit: number): DecidedCancellation[] {
  return db
    .select()
    .from(decidedCancellations)
    .orderBy(asc(decidedCancellations.appointmentId))
    .limit(limit)
    .all()
}

/** Ids of the appointments that are to be canceled. */
export function listDecidedIds(db: Database): Set<string> {
  const { appointmentId: id } = decidedCancellations
  return new Set(
    db
      .select({ id })
      .from(decidedCancellations)
      .all()
      .map((row) => row.id),
  )
}

/** Whether any appointment is to be canceled. */
export function hasDecided(db: Database): boolean {
  return statements(db).any.get() !== undefined
}

export function deleteDecided(db: Transaction, appointmentId: string): void {
  db.delete(decidedCancellations).where(eq(decidedCancellations.appointmentId, appointmentId)).run()
}

/** Removes what is left of a removed closure's cancellations: those appointments stay. */
export function deleteDecidedOf(db: Transaction, closureId: string): void {
  db.delete(decidedCancellations).where(eq(decidedCancellations.closureId, closureId)).run()
}
