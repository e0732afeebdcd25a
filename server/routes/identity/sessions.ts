import * as calls from '#contract/identity/sessions-calls.ts'
import { logOutEverywhere } from '#domain/identity/open-session.ts'
import { listSessions } from '#drizzle/queries/identity/sessions.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toSession } from '#server/views/users.ts'
import { refuseIdentity } from './users.ts'

/** One's own sessions: `GET /sessions` lists them, `DELETE /sessions` ends them all. */
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
}
