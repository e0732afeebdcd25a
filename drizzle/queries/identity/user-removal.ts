import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appointments, guardianships, images, users } from '#drizzle/schema/index.ts'

/**
 * Cancels a user's upcoming unpaid appointments.
 * @returns their ids
 */
export function cancelUnpaidOf(
  db: Transaction,
  uid: string,
  { moment: { today, minute }, now }: { moment: Pick<ClinicMoment, 'today' | 'minute'>; now: Date },
): { id: string }[] {
  return db
    .update(appointments)
    .set({ status: 'cancelled', cancelledAt: now, version: sql`${appointments.version} + 1` })
    .where(
      and(
        eq(appointments.patientUid, uid),
        eq(appointments.status, 'booked'),
        eq(appointments.paid, false),
        // The child's other guardians keep the appointment.
        sql`not exists (select 1 from ${guardianships}
          where ${guardianships.childId} = ${appointments.childId} and ${guardianships.uid} <> ${uid})`,
        or(
          gt(appointments.date, today),
          and(eq(appointments.date, today), gt(appointments.startMinute, minute)),
        ),
      ),
    )
    .returning({ id: appointments.id })
    .all()
}

/** Ids of a user's uploaded photos. */
export function listPhotosOf(db: Database, uid: string): { id: string }[] {
  return db
    .select({ id: images.id })
    .from(images)
    .where(
      and(eq(images.uploadedBy, uid), eq(images.purpose, 'profile'), ne(images.status, 'removed')),
    )
    .all()
}

/** Deletes a user with everything that is theirs alone. */
export function deleteUser(db: Transaction, uid: string): void {
  db.delete(users).where(eq(users.uid, uid)).run()
}
