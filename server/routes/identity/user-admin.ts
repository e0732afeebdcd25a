import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  deletion,
  emailParams,
  modification,
  TOTAL_COUNT,
  userList,
  usersQuery,
} from '#contract/identity/users.ts'
import { grantAdmin, grantStaff, revokeAdmin, revokeStaff } from '#domain/identity/roles.ts'
import { removeUser } from '#drizzle/queries/identity/user-removal.ts'
import { listUsers, toListedUser } from '#drizzle/queries/identity/users.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http-error.ts'
import { ERRORS, NEEDS_SESSION } from '#server/plugins/documentation.ts'
import type { Services } from '#server/services.ts'
import { recordView } from '../record-view.ts'

type ChangeRole = typeof grantAdmin | typeof revokeAdmin | typeof grantStaff | typeof revokeStaff

/** The clinic's users, for admins. */
export const userAdminRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const changesUsers = [app.requireAdmin, app.requireRecentLogin]

  async function changeRole(change: ChangeRole, email: string, actor: string) {
    const outcome = await writeTransaction(db, (tx) =>
      change(tx, { email, actor, now: clinicClock.now() }),
    )
    if (outcome === 'unknown_user') throw unknownUser()
    if (outcome === 'unverified') throw unverified()
    if (outcome === 'last_admin') {
      throw lastAdmin('You can’t demote the last administrator. Make someone else an admin first.')
    }
    wakeRelay()
    return { modifiedCount: outcome === 'granted' || outcome === 'revoked' ? 1 : 0 }
  }

  app.get(
    '/users',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'List users, newest first (total in X-Total-Count)',
        security: NEEDS_SESSION,
        querystring: usersQuery,
        response: { 200: userList, ...ERRORS },
      },
    },
    async ({ user, query }, reply) => {
      const { total, users } = listUsers(db, query)
      reply.header(TOTAL_COUNT, total)
      const viewed = users.map((listed) => listed.user.uid)
      await recordView(services, user, viewed, 'user list')
      return users.map(toListedUser)
    },
  )

  app.put(
    '/user/admin/:email',
    {
      preValidation: changesUsers,
      schema: {
        summary: 'Make a user an admin',
        security: NEEDS_SESSION,
        params: emailParams,
        response: { 200: modification, ...ERRORS },
      },
    },
    async ({ user, params }) => changeRole(grantAdmin, params.email, user.uid),
  )

  app.delete(
    '/user/admin/:email',
    {
      preValidation: changesUsers,
      schema: {
        summary: 'Make an admin a patient again',
        security: NEEDS_SESSION,
        params: emailParams,
        response: { 200: modification, ...ERRORS },
      },
    },
    async ({ user, params }) => changeRole(revokeAdmin, params.email, user.uid),
  )

  app.put(
    '/user/staff/:email',
    {
      preValidation: changesUsers,
      schema: {
        summary: 'Make a patient staff of the front desk',
        security: NEEDS_SESSION,
        params: emailParams,
        response: { 200: modification, ...ERRORS },
      },
    },
    async ({ user, params }) => changeRole(grantStaff, params.email, user.uid),
  )

  app.delete(
    '/user/staff/:email',
    {
      preValidation: changesUsers,
      schema: {
        summary: 'Make a member of staff a patient again',
        security: NEEDS_SESSION,
        params: emailParams,
        response: { 200: modification, ...ERRORS },
      },
    },
    async ({ user, params }) => changeRole(revokeStaff, params.email, user.uid),
  )

  app.delete(
    '/user/:email',
    {
      preValidation: changesUsers,
      schema: {
        summary: 'Remove a user',
        security: NEEDS_SESSION,
        params: emailParams,
        response: { 200: deletion, ...ERRORS },
      },
    },
    async ({ user, params }) => {
      const removal = {
        email: params.email,
        actor: user.uid,
        moment: clinicClock.moment(),
        now: clinicClock.now(),
      }
      const outcome = await writeTransaction(db, (tx) => removeUser(tx, removal))
      if (outcome === 'unknown_user') throw unknownUser()
      if (outcome === 'last_admin') {
        throw lastAdmin(
          'You can’t remove the last administrator. Make someone else an admin first.',
        )
      }
      wakeRelay()
      return { deletedCount: 1 }
    },
  )
}

function unknownUser(): HttpError {
  return new HttpError(404, 'not_found', 'No user has this email.')
}

function unverified(): HttpError {
  const message =
    'This user hasn’t confirmed their email address yet, so it may belong to someone else.'
  return new HttpError(409, 'unverified', message)
}

function lastAdmin(message: string): HttpError {
  return new HttpError(409, 'last_admin', message)
}
