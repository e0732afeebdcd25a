import { desc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appointmentNotes, appointments, formerPeople, users } from '#drizzle/schema/index.ts'

export type NoteRow = typeof appointmentNotes.$inferSelect

/** Adds a note as the newest one of its appointment. */
export function insertNote(db: Transaction, row: NoteRow): void {
  db.insert(appointmentNotes).values(row).run()
  db.update(appointments)
    .set({ staffNote: row.note, noteVersion: row.version })
    .where(eq(appointments.id, row.appointmentId))
    .run()
}

/** Every note of an appointment, the newest first, with its author's name. */
export function listNotes(
  db: Database,
  appointmentId: string,
): (NoteRow & { writtenByName: string | null })[] {
  return db
    .select({
      row: appointmentNotes,
      writtenByName: sql<string | null>`coalesce(${users.name}, ${formerPeople.name})`,
    })
    .from(appointmentNotes)
    .leftJoin(users, eq(users.uid, appointmentNotes.writtenBy))
    .leftJoin(formerPeople, eq(formerPeople.id, appointmentNotes.writtenBy))
    .where(eq(appointmentNotes.appointmentId, appointmentId))
    .orderBy(desc(appointmentNotes.version))
    .all()
    .map(({ row, writtenByName }) => ({ ...row, writtenByName }))
}
