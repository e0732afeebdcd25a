import { asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#drizzle/client.ts'
import { prepareOnce } from '#drizzle/prepared-statements.ts'
import { extraSessions, extraSessionTreatments } from '#drizzle/schema/index.ts'

/** An extra session of the clinic, or of its doctor. */
export type SessionRow = typeof extraSessions.$inferSelect & {
  /** All treatments when empty. */
  treatmentIds: readonly string[]
}

const statements = prepareOnce((db: Database) => ({
  sessions: db
    .select()
    .from(extraSessions)
    .orderBy(asc(extraSessions.date), asc(extraSessions.fromMinute), asc(extraSessions.id)),
  treatments: db.select().from(extraSessionTreatments),
}))

/** All extra sessions, past ones included, in order. */
export function readSessions(db: Database): SessionRow[] {
  const treatments = Map.groupBy(statements(db).treatments.all(), ({ sessionId }) => sessionId)
  return statements(db)
    .sessions.all()
    .map((session) => ({
      ...session,
      treatmentIds: (treatments.get(session.id) ?? []).map(({ treatmentId }) => treatmentId),
    }))
}

export function insertSession(db: Transaction, { treatmentIds, ...session }: SessionRow): void {
  db.insert(extraSessions).values(session).run()
  const rows = treatmentIds.map((treatmentId) => ({ sessionId: session.id, treatmentId }))
  if (rows.length > 0) db.insert(extraSessionTreatments).values(rows).run()
}

/** @returns whether it existed */
export function deleteSession(db: Transaction, id: string): boolean {
  const { changes } = db.delete(extraSessions).where(eq(extraSessions.id, id)).run()
  return changes > 0
}
