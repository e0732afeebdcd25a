import { and, eq } from 'drizzle-orm'
import { type Database, databaseFile, openDatabase } from '../../drizzle/client.ts'
import { appointments, events, payments } from '../../drizzle/schema/index.ts'

let opened: Database | undefined

/** The site's own database. */
export function records(): Database {
  opened ??= openDatabase(databaseFile(process.env.SPROUT_TEST_DATA_DIR ?? ''))
  return opened
}

/** Frees every slot of the day: the path before has left its appointments there. */
export function vacate(day: string): void {
  records()
    .update(appointments)
    .set({ status: 'cancelled', cancelledAt: new Date() })
    .where(and(eq(appointments.date, day), eq(appointments.status, 'booked')))
    .run()
}

export function appointmentRow(id: string): typeof appointments.$inferSelect | undefined {
  return records().select().from(appointments).where(eq(appointments.id, id)).get()
}

/** The appointment is another now than the page shows. */
export function changeAppointment(
  id: string,
  change: Partial<typeof appointments.$inferInsert>,
): void {
  records().update(appointments).set(change).where(eq(appointments.id, id)).run()
}

/** What the clinic's record tells of a subject, in order. */
export function eventsOf(subject: string): string[] {
  return records()
    .select({ kind: events.kind })
    .from(events)
    .where(eq(events.subject, subject))
    .orderBy(events.id)
    .all()
    .map(({ kind }) => kind)
}

export function paymentsOf(appointmentId: string): (typeof payments.$inferSelect)[] {
  return records().select().from(payments).where(eq(payments.appointmentId, appointmentId)).all()
}
