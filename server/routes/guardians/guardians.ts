import * as calls from '#contract/guardians/guardians-refusals.ts'
import { listShared } from '#domain/guardians/appointment-access.ts'
import { changeGuardian, readGuardians, removeGuardian } from '#domain/guardians/guardians.ts'
import {
  acceptInvitation,
  type InviteRefusal,
  invite,
  readInvitation,
  readState,
  withdrawInvitation,
} from '#domain/guardians/invitations.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toSharedAppointment } from '#server/views/appointments.ts'
import {
  toGuardian,
  toGuardianList,
  toReceivedInvitation,
  toSentInvitation,
} from '#server/views/guardians.ts'

/** The guardians of a child: invitations, rights, and their end. */
export const guardianRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const when = () => ({ now: clinicClock.now(), ...clinicClock.moment() })

  handle(app, calls.inviteGuardian, async ({ user, body }, reply) => {
    const outcome = await writeTransaction(db, (tx) => invite(tx, body, { user, ...when() }))
    if (outcome.outcome !== 'invited') throw notInvited(outcome)
    wakeRelay()
    return reply
      .code(201)
      .send(toSentInvitation(readState(db, outcome.invitation, clinicClock.now())))
  })

  handle(app, calls.getInvitation, async ({ user, params }) => {
    const outcome = readInvitation(db, params.id, { user, ...when() })
    if (outcome.outcome !== 'read') throw refuse(calls.getInvitation, outcome.outcome)
    return toReceivedInvitation(outcome.invitation)
  })

  handle(app, calls.acceptInvitation, async ({ user, params: { id }, body: { merges } }) => {
    const outcome = await writeTransaction(db, (tx) =>
      acceptInvitation(tx, { id, merges }, { user, ...when() }),
    )
    if (outcome.outcome !== 'read') {
      const child = 'child' in outcome ? outcome.child.name : ''
      throw refuse(calls.acceptInvitation, outcome.outcome, { child })
    }
    return toReceivedInvitation(outcome.invitation)
  })

  handle(app, calls.withdrawInvitation, async ({ user: { uid }, params: { id } }) => {
    const outcome = await writeTransaction(db, (tx) =>
      withdrawInvitation(tx, id, { uid, ...when() }),
    )
    switch (outcome.outcome) {
      case 'withdrawn':
        return toSentInvitation(readState(db, outcome.invitation, clinicClock.now()))
      default:
        throw refuse(calls.withdrawInvitation, outcome.outcome)
    }
  })

  handle(app, calls.listSharedAppointments, async ({ user }) =>
    listShared(db, user.uid, clinicClock.moment()).map(toSharedAppointment),
  )

  handle(app, calls.listGuardians, async ({ user: { uid }, params }) => {
    const known = readGuardians(db, params.id, { uid, now: clinicClock.now() })
    if (!known) throw refuse(calls.listGuardians, 'unknown_child')
    return toGuardianList(known)
  })

  handle(app, calls.changeGuardian, async ({ user: { uid }, params, body }) => {
    const target = { childId: params.id, guardian: params.uid }
    const outcome = await writeTransaction(db, (tx) =>
      changeGuardian(tx, target, body, { uid, ...when() }),
    )
    if (outcome.outcome !== 'changed') throw refuse(calls.changeGuardian, outcome.outcome)
    const { name = '', email = '' } = findUser(db, params.uid) ?? {}
    return toGuardian({ guardianship: outcome.guardian, name, email }, outcome.viewer)
  })

  handle(app, calls.removeGuardian, async ({ user: { uid }, params }) => {
    const target = { childId: params.id, guardian: params.uid }
    const { outcome } = await writeTransaction(db, (tx) =>
      removeGuardian(tx, target, { uid, ...when() }),
    )
    if (outcome === 'left' || outcome === 'removed') return { outcome }
    throw refuse(calls.removeGuardian, outcome)
  })
}

function notInvited(refused: InviteRefusal): HttpError {
  switch (refused.outcome) {
    case 'archived':
    case 'adult':
    case 'too_many_guardians':
      return refuse(calls.inviteGuardian, refused.outcome, { child: refused.child.name })
    default:
      return refuse(calls.inviteGuardian, refused.outcome)
  }
}
