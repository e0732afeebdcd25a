import type { DropReason } from '#contract/notifications/notifications.ts'
import type { Database } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { languageOf } from '#words/languages.ts'
import type { Recipient } from './email-subject.ts'

type Family = Pick<NotificationOf, 'uid' | 'deskFamilyId'>

/** The present recipient of an email, or why it is not sent. */
export function findRecipient(
  db: Database,
  notification: Family & Pick<NotificationOf, 'recipient' | 'appointmentId'>,
): Recipient | DropReason {
  const family = findFamily(db, notification)
  if (family) return family
  const { recipient: address, appointmentId } = notification
  const name = appointmentId === null ? undefined : findAppointment(db, appointmentId)?.patientName
  if (address === null || name === undefined) return 'account_removed'
  return { name, address, hasAccount: false, language: 'en' }
}

/** The account, or the family without one; undefined once it is removed. */
export function findFamily(
  db: Database,
  { uid, deskFamilyId }: Family,
): Recipient | DropReason | undefined {
  const user = uid === null ? undefined : findUser(db, uid)
  if (user) {
    const { name, email: address, language } = user
    if (!user.emailVerified) return 'unverified'
    return user.bouncedEmail === address
      ? 'unreachable'
      : { name, address, hasAccount: true, language: languageOf(language) }
  }
  const family = deskFamilyId === null ? undefined : findDeskFamily(db, deskFamilyId)
  if (!family) return undefined
  const { name, email: address, language } = family
  if (address === null || family.bouncedEmail === address) return 'unreachable'
  return { name, address, hasAccount: false, language: languageOf(language) }
}
