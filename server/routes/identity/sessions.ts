import * as calls from '#contract/identity/identity-refusals.ts'
import type { SingleEnd } from '#contract/identity/users.ts'
import { endSession } from '#domain/identity/end-sessions.ts'
import { logOutEverywhere } from '#domain/identity/open-session.ts'
import { listSessions } from '#drizzle/queries/identity/sessions.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { bearerToken } from '#server/plugins/authentication.ts'
import { toSession } from '#server/views/users.ts'
import { refuseIdentity } from './users.ts'

/** The user's sessions: `GET /sessions` lists them, `DELETE /sessions` ends one or all. */
export const sessionRoutes: Routes = (app, services) => {
  const { db, identity, clinicClock, wakeRelay } = services

  handle(app, calls.listSessions, async ({ user, session }) =>
    listSessions(db, user.uid, clinicClock.now()).map((row) => ({
      ...toSession(row),
      isCurrent: row.id === session?.sid,
    })),
  )

  handle(app, calls.endSessions, async ({ user }) => {
    const context = { db, identity, now: clinicClock.now }
    const deletedCount = await logOutEverywhere(context, user.uid).catch(refuseIdentity)
    wakeRelay()
    return { deletedCount }
  })

  /** @returns whether it was open; undefined when the user has no such session */
  const end = ({ uid, id }: { uid: string; id: string }, reason: SingleEnd) =>
    writeTransaction(db, (tx) => endSession(tx, uid, id, { reason, now: clinicClock.now() }))

  handle(app, calls.endCurrentSession, async (request) => {
    const session = app.readSession(bearerToken(request) ?? '')
    return { deletedCount: session && (await end(session, 'logged_out')) ? 1 : 0 }
  })

  handle(app, calls.endSession, async ({ user: { uid }, params: { id } }) => {
    const hasEnded = await end({ uid, id }, 'ended_by_user')
    if (hasEnded === undefined) throw refuse(calls.endSession, 'not_found')
    return { deletedCount: hasEnded ? 1 : 0 }
  })
}
