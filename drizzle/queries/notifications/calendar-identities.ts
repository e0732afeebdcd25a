import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appointments, clinicSettings } from '#drizzle/schema/index.ts'

/** The organizer of new appointments; '' before the first start. */
export function readOrganizer(db: Database): string {
  return (
    db.select({ organizer: clinicSettings.organizer }).from(clinicSettings).get()?.organizer ?? ''
  )
}

export function storeOrganizer(db: Transaction, organizer: string): void {
  db.update(clinicSettings).set({ organizer }).run()
}

/** Gives every appointment without one the identity that versions before 0.4.0 sent. */
export function giveCalendarIdentities(
  db: Transaction,
  { host, organizer }: { host: string; organizer: string },
): void {
  db.update(appointments)
    .set({ calendarUid: sql`${appointments.id} || '@' || ${host}`, organizer })
    .where(eq(appointments.calendarUid, ''))
    .run()
}
