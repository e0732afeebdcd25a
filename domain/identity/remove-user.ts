import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { notifyFamily } from '#domain/notifications/notify-family.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { deleteMessagesFrom } from '#drizzle/queries/front-desk/contact-messages.ts'
import { listLinkedFamilies } from '#drizzle/queries/front-desk/families.ts'
import { deleteInvitationsOf } from '#drizzle/queries/guardians/invitations.ts'
import { cancelUnpaidOf, deleteUser, listPhotosOf } from '#drizzle/queries/identity/user-removal.ts'
import {
  findUserByEmail,
  isOnlyAdmin,
  isReachable,
  recordFormerPerson,
} from '#drizzle/queries/identity/users.ts'
import { keepFirstAppointment } from '#drizzle/queries/insights/source.ts'
import { forgetInvited, forgetRecipient } from '#drizzle/queries/notifications/notifications.ts'
import { removeCardsOf } from '#drizzle/queries/payments/cards.ts'
import { forgetDeskChildren, leaveChildren } from '../guardians/leave-children.ts'
import { removeImage } from '../images/image-states.ts'

interface Removal {
  /** Lower case. */
  email: string
  /** Uid of the admin. */
  actor: string
  /** Decides which appointments are upcoming. */
  moment: Pick<ClinicMoment, 'today' | 'minute'>
  now: Date
}

/**
 * Removes a user (docs/requirements.md#removing-a-user). After `user.removed`, a worker deletes the account
 * at the identity provider. Emails them only about canceled appointments. The last admin cannot be removed.
 */
export function removeUser(
  db: Transaction,
  { email, actor, moment, now }: Removal,
): 'removed' | 'last_admin' | 'unknown_user' {
  const user = findUserByEmail(db, email)
  if (!user) return 'unknown_user'
  const { uid, name, role } = user
  if (role === 'admin' && isOnlyAdmin(db, uid)) return 'last_admin'

  const cancelled = cancelUnpaidOf(db, uid, { moment, now })
  for (const { id } of cancelled) {
    const data = { reason: 'user_removed' } as const
    appendEvent(db, { kind: 'appointment.cancelled', actor, subject: id, data }, now)
    if (isReachable(user)) {
      const about = { kind: 'cancelled', data: { by: 'clinic', refund: false } } as const
      notifyFamily(db, id, about, now)
    }
  }
  forgetRecipient(db, uid)
  for (const id of deleteInvitationsOf(db, { uid, email })) forgetInvited(db, id)
  leaveChildren(db, uid, { actor, now })
  for (const { id } of listPhotosOf(db, uid)) removeImage(db, id, { ownerId: uid, actor, now })
  removeCardsOf(db, uid, now)
  deleteMessagesFrom(db, email)
  const linked = listLinkedFamilies(db, uid)
  keepFirstAppointment(db, uid)
  for (const { id } of linked) forgetDeskChildren(db, id, now)
  deleteUser(db, uid)
  for (const former of [{ id: uid, name }, ...linked]) {
    recordFormerPerson(db, { id: former.id, name: former.name, removedAt: now })
  }
  const data = { cancelled: cancelled.length }
  appendEvent(db, { kind: 'user.removed', actor, subject: uid, data }, now)
  return 'removed'
}
