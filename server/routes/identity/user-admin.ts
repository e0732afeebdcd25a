import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/identity/user-admin-calls.ts'
import { TOTAL_COUNT } from '#contract/paging.ts'
import { removeAccount } from '#domain/identity/remove-account.ts'
import {
  grantAdmin,
  grantDoctor,
  grantStaff,
  revokeAdmin,
  revokeDoctor,
  revokeStaff,
} from '#domain/identity/roles.ts'
import type { Transaction } from '#drizzle/client.ts'
import { listUsers } from '#drizzle/queries/identity/users.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { conflict, HttpError } from '#server/http/http-error.ts'
import { noDoctor } from '#server/http/not-found.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toListedUser } from '#server/views/users.ts'
import { recordView } from '../record-view.ts'

/** Changes a role; the outcomes of all changes together. */
type ChangeRole = (
  tx: Transaction,
  change: { email: string; actor: string; now: Date },
) => ReturnType<
  | typeof grantAdmin
  | typeof revokeAdmin
  | typeof grantStaff
  | typeof revokeStaff
  | typeof grantDoctor
  | typeof revokeDoctor
>

type RoleRequest = Pick<FastifyRequest, 'user'> & { params: { email: string } }

/** The clinic's users, for admins. */
export const userAdminRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services

  /** @returns the handler of a call that makes this change to the user in its path */
  const changeRole = (change: ChangeRole) => async (request: RoleRequest) => {
    const { user, params } = request
    const by = { email: params.email, actor: user.uid, now: clinicClock.now() }
    const outcome = await writeTransaction(db, (tx) => change(tx, by))
    if (outcome === 'unknown_user') throw unknownUser()
    if (outcome === 'unverified') throw unverified()
    if (outcome === 'unknown_doctor') throw noDoctor()
    if (outcome === 'taken') {
      throw conflict(outcome, 'Another user sees this doctor’s day already.')
    }
    if (outcome === 'last_admin') {
      throw lastAdmin('You can’t demote the last administrator. Make someone else an admin first.')
    }
    wakeRelay()
    return { modifiedCount: outcome === 'granted' || outcome === 'revoked' ? 1 : 0 }
  }

  handle(app, calls.listUsers, async ({ user, query }, reply) => {
    const { total, users } = listUsers(db, query)
    reply.header(TOTAL_COUNT, total)
    const viewed = users.map((listed) => listed.user.uid)
    await recordView(services, user, viewed, 'user list')
    return users.map(toListedUser)
  })

  handle(app, calls.makeAdmin, changeRole(grantAdmin))
  handle(app, calls.demoteAdmin, changeRole(revokeAdmin))
  handle(app, calls.makeStaff, changeRole(grantStaff))
  handle(app, calls.demoteStaff, changeRole(revokeStaff))
  handle(app, calls.demoteDoctor, changeRole(revokeDoctor))
  handle(app, calls.makeDoctor, async (request) => {
    const doctorId = request.body.doctor
    return changeRole((tx, change) => grantDoctor(tx, { ...change, doctorId }))(request)
  })

  handle(app, calls.removeUser, async ({ user, params }) => {
    const removal = {
      email: params.email,
      actor: user.uid,
      moment: clinicClock.moment(),
      now: clinicClock.now(),
    }
    const outcome = await writeTransaction(db, (tx) => removeAccount(tx, removal))
    if (outcome === 'unknown_user') throw unknownUser()
    if (outcome === 'last_admin') {
      throw lastAdmin('You can’t remove the last administrator. Make someone else an admin first.')
    }
    wakeRelay()
    return { deletedCount: 1 }
  })
}

function unknownUser(): HttpError {
  return new HttpError(404, 'not_found', 'No user has this email.')
}

function unverified(): HttpError {
  const message =
    'This user hasn’t confirmed their email address yet, so it may belong to someone else.'
  return conflict('unverified', message)
}

const lastAdmin = (message: string) => conflict('last_admin', message)
