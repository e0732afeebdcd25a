import type { FastifyRequest } from 'fastify'
import * as calls from '#contract/identity/identity-refusals.ts'
import { TOTAL_COUNT } from '#contract/paging.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import { removeAccount } from '#domain/identity/remove-account.ts'
import { resetSecondFactor } from '#domain/identity/reset-second-factor.ts'
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
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toListedUser } from '#server/views/users.ts'
import { recordView } from '../record-view.ts'
import { refuseIdentity } from './users.ts'

interface RoleChange {
  email: string
  actor: string
  now: Date
}

type RoleRequest = Pick<FastifyRequest, 'user'> & { params: { email: string } }

/** The clinic's users, for admins. */
export const userAdminRoutes: Routes = (app, services) => {
  const { db, clinicClock, identity, wakeRelay } = services

  /**
   * @param change the change of the role of the path's user
   * @returns the handler of the call
   */
  const changeRole =
    (call: Refusing<typeof calls.noUser>, change: (tx: Transaction, by: RoleChange) => string) =>
    async ({ user, params }: RoleRequest) => {
      const by = { email: params.email, actor: user.uid, now: clinicClock.now() }
      const outcome = await writeTransaction(db, (tx) => change(tx, by))
      if (outcome === 'unknown_user') throw refuse(call, outcome)
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

  handle(
    app,
    calls.makeAdmin,
    changeRole(calls.makeAdmin, (tx, by) => promoted(calls.makeAdmin, grantAdmin(tx, by))),
  )
  handle(
    app,
    calls.makeStaff,
    changeRole(calls.makeStaff, (tx, by) => promoted(calls.makeStaff, grantStaff(tx, by))),
  )
  handle(app, calls.makeDoctor, async (request) => {
    const doctorId = request.body.doctor
    const grant = changeRole(calls.makeDoctor, (tx, by) => {
      const outcome = promoted(calls.makeDoctor, grantDoctor(tx, { ...by, doctorId }))
      if (outcome !== 'unknown_doctor' && outcome !== 'taken') return outcome
      throw refuse(calls.makeDoctor, outcome)
    })
    return grant(request)
  })
  handle(
    app,
    calls.demoteAdmin,
    changeRole(calls.demoteAdmin, (tx, by) => {
      const outcome = revokeAdmin(tx, by)
      if (outcome === 'last_admin') throw refuse(calls.demoteAdmin, outcome)
      return outcome
    }),
  )
  handle(app, calls.demoteStaff, changeRole(calls.demoteStaff, revokeStaff))
  handle(app, calls.demoteDoctor, changeRole(calls.demoteDoctor, revokeDoctor))

  handle(app, calls.resetSecondFactor, async ({ user, params, body }) => {
    const by = { email: params.email, actor: user.uid, reason: body.reason }
    const outcome = await resetSecondFactor({ db, identity, now: clinicClock.now }, by).catch(
      refuseIdentity,
    )
    if (outcome !== 'reset') throw refuse(calls.resetSecondFactor, outcome)
    wakeRelay()
    return { modifiedCount: 1 }
  })

  handle(app, calls.removeUser, async ({ user, params }) => {
    const removal = {
      email: params.email,
      actor: user.uid,
      moment: clinicClock.moment(),
      now: clinicClock.now(),
    }
    const outcome = await writeTransaction(db, (tx) => removeAccount(tx, removal))
    if (outcome === 'unknown_user' || outcome === 'last_admin') {
      throw refuse(calls.removeUser, outcome)
    }
    wakeRelay()
    return { deletedCount: 1 }
  })
}

/** @throws HttpError 409 when the user cannot get a role yet */
function promoted<Outcome extends string>(
  call: Refusing<typeof calls.notPromoted>,
  outcome: Outcome,
): Exclude<Outcome, 'unverified'> {
  if (outcome === 'unverified') throw refuse(call, 'unverified')
  return outcome as Exclude<Outcome, 'unverified'>
}
