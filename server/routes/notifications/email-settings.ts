import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as calls from '#contract/notifications/notifications-refusals.ts'
import { resumeRecalls, stopRecalls } from '#domain/next-visits/ask-families.ts'
import type { Transaction } from '#drizzle/client.ts'
import { appendEvent, LINK_ACTOR } from '#drizzle/queries/events.ts'
import { findFamily } from '#drizzle/queries/front-desk/families.ts'
import { setLanguage, type UserRow } from '#drizzle/queries/identity/users.ts'
import { listStoppedChildren } from '#drizzle/queries/next-visits/recall-records.ts'
import { setReminders } from '#drizzle/queries/notifications/notifications.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { toNamed } from '#server/views/with-id.ts'
import { languageOf, toStored } from '#words/languages.ts'

/** A family's email settings: `/email-settings` after a login, the links of emails without one. */
export const emailSettingsRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinicClock, unsubscribeTokens, recallTokens } = services

  // RFC 8058: mail programs send `List-Unsubscribe=One-Click` as a form without further data.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    async () => undefined,
  )

  handle(app, calls.getEmailSettings, async ({ user }) => toSettings(user))

  handle(app, calls.changeEmailSettings, async ({ user, body }) => {
    const { reminders = user.reminders, language = languageOf(user.language) } = body
    const { uid } = user
    const stored = toStored(language)
    await writeTransaction(db, (tx) => {
      changeReminders(tx, uid, reminders, uid)
      if (!setLanguage(tx, uid, stored)) return
      const event = { actor: uid, subject: uid, data: { language } }
      appendEvent(tx, { kind: 'user.language_changed', ...event }, clinicClock.now())
    })
    return toSettings({ ...user, reminders, language: stored })
  })

  handle(app, calls.unsubscribe, async ({ query }) => {
    const id = unsubscribeTokens.read(query.token)
    const family = id === undefined ? undefined : findFamily(db, id)
    if (!family) throw refuse(calls.unsubscribe, 'invalid_link')
    await writeTransaction(db, (tx) => changeReminders(tx, family.id, false, LINK_ACTOR))
    return { unsubscribed: true as const }
  })

  handle(app, calls.stopRecalls, async ({ query }) => {
    const of = recallTokens.read(query.token)
    const now = clinicClock.now()
    const isStopped = of && (await writeTransaction(db, (tx) => stopRecalls(tx, of, now)))
    if (!isStopped) throw refuse(calls.stopRecalls, 'invalid_link')
    return { unsubscribed: true as const }
  })

  handle(app, calls.resumeRecalls, async ({ user, body: { child } }) => {
    const now = clinicClock.now()
    await writeTransaction(db, (tx) => resumeRecalls(tx, { uid: user.uid, childId: child }, now))
    return toSettings(user)
  })

  function changeReminders(
    tx: Transaction,
    family: string,
    reminders: boolean,
    actor: string,
  ): void {
    if (!setReminders(tx, family, reminders)) return
    const event = { actor, subject: family, data: { reminders } }
    appendEvent(tx, { kind: 'user.reminders_changed', ...event }, clinicClock.now())
  }

  function toSettings({
    uid,
    email,
    emailVerified,
    bouncedEmail,
    reminders,
    language,
  }: Pick<UserRow, 'uid' | 'email' | 'emailVerified' | 'bouncedEmail' | 'reminders' | 'language'>) {
    return {
      address: email,
      verified: emailVerified,
      reachable: bouncedEmail !== email,
      reminders,
      language: languageOf(language),
      stoppedFor: listStoppedChildren(db, uid).map(toNamed),
    }
  }
}
