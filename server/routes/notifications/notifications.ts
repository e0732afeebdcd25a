import * as calls from '#contract/notifications/notifications-refusals.ts'
import type { Reader } from '#domain/notifications/content/email-kind.ts'
import { readSubject } from '#domain/notifications/kinds/read-subject.ts'
import { resendInvitations } from '#domain/notifications/sending/time-zone-change.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { findInvitation } from '#drizzle/queries/guardians/invitations.ts'
import { findUserByEmail } from '#drizzle/queries/identity/users.ts'
import {
  addCopy,
  findNotification,
  listNotifications,
  type NotificationOf,
} from '#drizzle/queries/notifications/notifications.ts'
import { raiseSequence } from '#drizzle/queries/notifications/time-zones.ts'
import {
  clearUnreachable,
  listUnreachable,
  releaseHeld,
} from '#drizzle/queries/notifications/unreachable.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { readPage } from '#server/http/read-page.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toNotification } from '#server/views/notifications.ts'
import { withId } from '#server/views/with-id.ts'
import { recordView } from '../record-view.ts'

/** The emails to families, for staff. */
export const notificationRoutes: Routes = (app, services) => {
  const { db, clinic, env, clinicClock, unsubscribeTokens, recallTokens, claimTokens, wakeRelay } =
    services
  const reader: Reader = {
    db,
    timeZone: env.clinic.timeZone,
    unsubscribeUrl: unsubscribeTokens.urlFor,
    recallUrl: recallTokens.urlFor,
    claimUrl: claimTokens.urlFor,
  }

  /** The people whose data a listed email shows; for an invitation, the inviter and the invited account. */
  function viewedIn(notification: NotificationOf): string[] {
    if (notification.kind !== 'guardian_invited') return [familyOf(notification) ?? []].flat()
    const { recipient, data } = notification
    const inviter = findInvitation(db, data.invitationId)?.invitedBy
    const invited = recipient === null ? undefined : findUserByEmail(db, recipient)?.uid
    return [inviter ?? [], invited ?? []].flat()
  }

  handle(app, calls.listNotifications, async ({ user, query }) => {
    const { person, appointment: appointmentId, ...filter } = query
    const uid = person && (findUserByEmail(db, person)?.uid ?? NO_ONE)
    const { page, last } = readPage(query.limit, (limit) =>
      listNotifications(db, { ...filter, appointmentId, uid, limit }),
    )
    const viewed = new Set(page.flatMap(({ notification }) => viewedIn(notification)))
    await recordView(services, user, [...viewed], 'emails')
    const now = clinicClock.now()
    const canResend = (of: NotificationOf) => whyNotResent(reader, of, now) === undefined
    return {
      notifications: page.map((row) => toNotification(row, canResend(row.notification))),
      next: last?.notification.id ?? null,
    }
  })

  handle(app, calls.resendNotification, async ({ user, params }, reply) => {
    const id = await writeTransaction(db, (tx) => {
      const now = clinicClock.now()
      const original = findNotification(db, params.id)
      if (!original) throw refuse(calls.resendNotification, 'not_found')
      const { kind } = original
      const subject = familyOf(original)
      const obstacle = whyNotResent(reader, original, now)
      if (subject === null || obstacle) {
        throw refuse(calls.resendNotification, obstacle ?? 'family_gone')
      }
      if (original.isOutdated && original.appointmentId) raiseSequence(tx, original.appointmentId)
      const notificationId = addCopy(tx, original, now)
      const event = { actor: user.uid, subject, data: { notificationId, kind } }
      appendEvent(tx, { kind: 'user.email_resent', ...event }, now)
      return notificationId
    })
    wakeRelay()
    return reply.code(202).send(withId({ id }))
  })

  handle(app, calls.resendInvitations, async ({ user }, reply) => {
    const { timeZone } = env.clinic
    const invitations = await resendInvitations({ db, timeZone }, changeBy(services, user))
    wakeRelay()
    return reply.code(202).send({ invitations })
  })

  handle(app, calls.listUnreachable, async ({ user }) => {
    const found = listUnreachable(db)
    const viewed = found.map(({ id }) => id)
    await recordView(services, user, viewed, 'emails')
    const dial = clinic.dialer()
    return found.map(({ phone, since, ...row }) =>
      withId({
        ...row,
        phone,
        dialablePhone: phone === null ? null : dial(phone),
        since: (since ?? new Date(0)).toISOString(),
      }),
    )
  })

  handle(app, calls.clearUnreachable, async ({ user, params: { id: family }, body: { email } }) => {
    const now = clinicClock.now()
    const isCleared = await writeTransaction(db, (tx) => {
      if (!clearUnreachable(tx, { family, email })) return false
      appendEvent(tx, { kind: 'user.reachable', actor: user.uid, subject: family }, now)
      releaseHeld(tx, family, now)
      return true
    })
    if (isCleared) wakeRelay()
    return { modifiedCount: isCleared ? 1 : 0 }
  })
}

/** A uid that no account has. */
const NO_ONE = ''

/** The account's uid, or the id of the family without one; null for neither. */
function familyOf({ uid, deskFamilyId }: NotificationOf): string | null {
  return uid ?? deskFamilyId
}

/**
 * Why an email cannot be sent again; undefined when it is finished, its family is known, and it still
 * applies.
 */
function whyNotResent(reader: Reader, notification: NotificationOf, now: Date) {
  const { state } = notification
  if (familyOf(notification) === null) return 'family_gone'
  if (state === 'due' || state === 'sending') return 'waiting'
  const reading = readSubject(reader, notification, now)
  if (reading.outcome !== 'drop') return undefined
  switch (reading.reason) {
    case 'unreachable':
    case 'unverified':
    case 'switched_off':
    case 'not_guardian':
      return reading.reason
    default:
      return 'not_current'
  }
}
