import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { ClinicMoment } from '#contract/schedule/clinic.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { appointments, guardianships, images, users } from '#drizzle/schema/index.ts'
import { appendEvent } from '../events.ts'
import { leaveChildren } from '../families/children.ts'
import { listLinkedFamilies } from '../front-desk/families.ts'
import { removeImage } from '../images.ts'
import { forgetRecipient } from '../notifications/notifications.ts'
import { notifyFamily } from '../notifications/notify-family.ts'
import { findUserByEmail, isOnlyAdmin, isReachable, recordFormerPerson } from './users.ts'

interface Removal {
  /** Lower case. */
  email: string
  /** Uid of the admin who does it. */
  actor: string
  /** Decides which appointments are upcoming. */
  moment: Pick<ClinicMoment, 'today' | 'minute'>
  now: Date
}

/**
 * Removes a user (docs/requirements.md#removing-a-user). `user.removed` has a worker delete the
 * account at the identity provider. Only the cancellation of their appointments is still emailed.
 * The last admin stays.
 */
export function removeUser(
  db: Transaction,
  { email, actor, moment, now }: Removal,
): 'removed' | 'last_admin' | 'unknown_user' {
  const user = findUserByEmail(db, email)
  if (!user) return 'unknown_user'
  const { uid, name, role } = user
  if (role === 'admin' && isOnlyAdmin(db, uid)) return 'last_admin'

  const cancelled = cancelUnpaid(db, uid, { moment, now })
  for (const { id } of cancelled) {
    const data = { reason: 'user_removed' } as const
    appendEvent(db, { kind: 'appointment.cancelled', actor, subject: id, data }, now)
    if (isReachable(user)) {
      const about = { kind: 'cancelled', data: { by: 'clinic', refund: false } } as const
      notifyFamily(db, id, about, now)
    }
  }
  forgetRecipient(db, uid)
  leaveChildren(db, uid, { actor, now })
  for (const { id } of photosOf(db, uid)) removeImage(db, id, { ownerId: uid, actor, now })
  const linked = listLinkedFamilies(db, uid)
  db.delete(users).where(eq(users.uid, uid)).run()
  for (const former of [{ id: uid, name }, ...linked]) {
    recordFormerPerson(db, { id: former.id, name: former.name, removedAt: now })
  }
  const data = { cancelled: cancelled.length }
  appendEvent(db, { kind: 'user.removed', actor, subject: uid, data }, now)
  return 'removed'
}

function cancelUnpaid(
  db: Transaction,
  uid: string,
  { moment, now }: Pick<Removal, 'moment' | 'now'>,
) {
  const { today, minute } = moment
  return db
    .update(appointments)
    .set({ status: 'cancelled', cancelledAt: now, version: sql`${appointments.version} + 1` })
    .where(
      and(
        eq(appointments.patientUid, uid),
        eq(appointments.status, 'booked'),
        eq(appointments.paid, false),
        // Other guardians of the child go on with it.
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

function photosOf(db: Database, uid: string) {
  return db
    .select({ id: images.id })
    .from(images)
    .where(
      and(eq(images.uploadedBy, uid), eq(images.purpose, 'profile'), ne(images.status, 'removed')),
    )
    .all()
}
