import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { deletion, sessionList } from '#contract/identity/users.ts'
import { logOutEverywhere } from '#domain/identity/open-session.ts'
import { listSessions, type SessionRow } from '#drizzle/queries/identity/sessions.ts'
import { ERRORS, NEEDS_SESSION } from '#server/plugins/documentation.ts'
import type { Services } from '#server/services.ts'
import { refuseIdentity } from './users.ts'

/** One's own sessions: `GET /sessions` lists them, `DELETE /sessions` ends them all. */
export const sessionRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, identity, clinicClock, wakeRelay } = services

  app.get(
    '/sessions',
    {
      preValidation: app.requireUser,
      schema: {
        summary: 'One’s own sessions of the last 30 days, the one used last first',
        security: NEEDS_SESSION,
        response: { 200: sessionList, ...ERRORS },
      },
    },
    async ({ user, session }) =>
      listSessions(db, user.uid, clinicClock.now()).map((row) => ({
        ...toListedSession(row),
        isCurrent: row.id === session?.sid,
      })),
  )

  app.delete(
    '/sessions',
    {
      preValidation: [
        app.requireUser,
        app.limitTo({ name: 'sessions', perMinute: 6, per: 'user' }),
      ],
      schema: {
        summary: 'Log out everywhere, here as well',
        security: NEEDS_SESSION,
        response: { 200: deletion, ...ERRORS },
      },
    },
    async ({ user }) => {
      const context = { db, identity, now: clinicClock.now }
      const deletedCount = await logOutEverywhere(context, user.uid).catch(refuseIdentity)
      wakeRelay()
      return { deletedCount }
    },
  )
}

function toListedSession({ id, device, startedAt, lastUsedAt, endedAt, endedBy }: SessionRow) {
  return {
    _id: id,
    device,
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    ended: endedAt && endedBy ? { at: endedAt.toISOString(), reason: endedBy } : null,
  }
}
