import * as calls from '#contract/guardians/guardians-calls.ts'
import { listShared } from '#domain/guardians/appointment-access.ts'
import { changeGuardian, readGuardians, removeGuardian } from '#domain/guardians/guardians.ts'
import {
  acceptInvitation,
  invite,
  readInvitation,
  readState,
  withdrawInvitation,
} from '#domain/guardians/invitations.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http/http-error.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toSharedAppointment } from '#server/views/appointments.ts'
import {
  toGuardian,
  toGuardianList,
  toReceivedInvitation,
  toSentInvitation,
} from '#server/views/guardians.ts'
import { noChild } from './children.ts'
import {
  describeAcceptRefusal,
  describeGuardianRefusal,
  describeInviteRefusal,
  noInvitation,
} from './guardian-refusals.ts'

/** The guardians of a child: invitations, rights, and their end. */
export const guardianRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const when = () => ({ now: clinicClock.now(), ...clinicClock.moment() })

  handle(app, calls.inviteGuardian, async ({ user, body }, reply) => {
    const outcome = await writeTransaction(db, (tx) => invite(tx, body, { user, ...when() }))
    if (outcome.outcome !== 'invited') throw describeInviteRefusal(outcome)
    wakeRelay()
    return reply
      .code(201)
      .send(toSentInvitation(readState(db, outcome.invitation, clinicClock.now())))
  })

  handle(app, calls.getInvitation, async ({ user, params }) => {
    const outcome = readInvitation(db, params.id, { user, ...when() })
    if (outcome.outcome !== 'read') throw describeAcceptRefusal(outcome)
    return toReceivedInvitation(outcome.invitation)
  })

  handle(app, calls.acceptInvitation, async ({ user, params: { id }, body: { merges } }) => {
    const outcome = await writeTransaction(db, (tx) =>
      acceptInvitation(tx, { id, merges }, { user, ...when() }),
    )
    if (outcome.outcome !== 'read') throw describeAcceptRefusal(outcome)
    return toReceivedInvitation(outcome.invitation)
  })

  handle(app, calls.withdrawInvitation, async ({ user: { uid }, params: { id } }) => {
    const outcome = await writeTransaction(db, (tx) =>
      withdrawInvitation(tx, id, { uid, ...when() }),
    )
    switch (outcome.outcome) {
      case 'withdrawn':
        return toSentInvitation(readState(db, outcome.invitation, clinicClock.now()))
      case 'unknown_invitation':
        throw noInvitation()
      case 'already_accepted': {
        const message = 'This invitation was accepted. Remove the guardian instead.'
        throw new HttpError(409, 'already_accepted', message)
      }
    }
  })

  handle(app, calls.listSharedAppointments, async ({ user }) =>
    listShared(db, user.uid, clinicClock.moment()).map(toSharedAppointment),
  )

  handle(app, calls.listGuardians, async ({ user: { uid }, params }) => {
    const known = readGuardians(db, params.id, { uid, now: clinicClock.now() })
    if (!known) throw noChild()
    return toGuardianList(known)
  })

  handle(app, calls.changeGuardian, async ({ user: { uid }, params, body }) => {
    const target = { childId: params.id, guardian: params.uid }
    const outcome = await writeTransaction(db, (tx) =>
      changeGuardian(tx, target, body, { uid, ...when() }),
    )
    if (outcome.outcome !== 'changed') throw describeGuardianRefusal(outcome.outcome)
    const { name = '', email = '' } = findUser(db, params.uid) ?? {}
    return toGuardian({ guardianship: outcome.guardian, name, email }, outcome.viewer)
  })

  handle(app, calls.removeGuardian, async ({ user: { uid }, params }) => {
    const target = { childId: params.id, guardian: params.uid }
    const { outcome } = await writeTransaction(db, (tx) =>
      removeGuardian(tx, target, { uid, ...when() }),
    )
    if (outcome === 'left' || outcome === 'removed') return { outcome }
    throw describeGuardianRefusal(outcome)
  })
}
