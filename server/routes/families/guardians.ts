import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { ADULT_YEARS } from '../../../contract/families/ages.ts'
import { childParams, MOST_CHILDREN, MOST_GUARDIANS } from '../../../contract/families/children.ts'
import {
  acceptance,
  guardian,
  guardianChange,
  guardianList,
  guardianParams,
  guardianRemoval,
  invitationParams,
  MOST_INVITATIONS,
  newInvitation,
  receivedInvitation,
  sentInvitation,
  sharedAppointmentList,
} from '../../../contract/families/guardians.ts'
import { readSharedAppointments } from '../../../domain/families/appointment-access.ts'
import {
  changeGuardian,
  type GuardianRefusal,
  readGuardians,
  removeGuardian,
} from '../../../domain/families/guardians.ts'
import {
  type AcceptOutcome,
  acceptInvitation,
  type InviteRefusal,
  invite,
  readInvitation,
  withdrawInvitation,
} from '../../../domain/families/invitations.ts'
import { writeTransaction } from '../../../drizzle/write-transaction.ts'
import { HttpError } from '../../http-error.ts'
import { ERRORS, NEEDS_SESSION } from '../../plugins/documentation.ts'
import type { Services } from '../../services.ts'
import { noChild, onlyOwners, refusedField } from './children.ts'

/** Who looks after a child together: invitations, rights, and their end. */
export const guardianRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const when = () => ({ now: clinicClock.now(), today: clinicClock.moment().today })
  const preValidation = [
    app.requireUser,
    app.limitTo({ name: 'guardians', perMinute: 60, per: 'user' }),
  ]

  app.post(
    '/guardian-invitations',
    {
      preValidation: [
        app.requireUser,
        app.limitTo({ name: 'guardian-invitations', perMinute: 20, per: 'user' }),
      ],
      schema: {
        summary: 'Invite a guardian for your children by email',
        security: NEEDS_SESSION,
        body: newInvitation,
        response: { 201: sentInvitation, ...ERRORS },
      },
    },
    async ({ user, body }, reply) => {
      const outcome = await writeTransaction(db, () => invite(db, body, { user, ...when() }))
      if (outcome.outcome !== 'invited') throw describeInviteRefusal(outcome)
      wakeRelay()
      return reply.code(201).send(outcome.invitation)
    },
  )

  app.get(
    '/guardian-invitations/:id',
    {
      preValidation: app.requireUser,
      schema: {
        summary: 'Get an invitation that was sent to your verified email',
        security: NEEDS_SESSION,
        params: invitationParams,
        response: { 200: receivedInvitation, ...ERRORS },
      },
    },
    async ({ user, params }) => {
      const outcome = readInvitation(db, params.id, { user, ...when() })
      if (outcome.outcome !== 'read') throw describeAcceptRefusal(outcome)
      return outcome.invitation
    },
  )

  app.post(
    '/guardian-invitations/:id/accept',
    {
      preValidation,
      schema: {
        summary: 'Accept an invitation; the answer says what has become of it',
        security: NEEDS_SESSION,
        params: invitationParams,
        body: acceptance,
        response: { 200: receivedInvitation, ...ERRORS },
      },
    },
    async ({ user, params: { id }, body: { merges } }) => {
      const outcome = await writeTransaction(db, () =>
        acceptInvitation(db, { id, merges }, { user, ...when() }),
      )
      if (outcome.outcome !== 'read') throw describeAcceptRefusal(outcome)
      return outcome.invitation
    },
  )

  app.delete(
    '/guardian-invitations/:id',
    {
      preValidation,
      schema: {
        summary: 'Withdraw an invitation',
        security: NEEDS_SESSION,
        params: invitationParams,
        response: { 200: sentInvitation, ...ERRORS },
      },
    },
    async ({ user: { uid }, params: { id } }) => {
      const outcome = await writeTransaction(db, () =>
        withdrawInvitation(db, id, { uid, ...when() }),
      )
      switch (outcome.outcome) {
        case 'withdrawn':
          return outcome.invitation
        case 'unknown_invitation':
          throw noInvitation()
        case 'already_accepted': {
          const message = 'This invitation was accepted. Remove the guardian instead.'
          throw new HttpError(409, 'already_accepted', message)
        }
      }
    },
  )

  app.get(
    '/children/appointments',
    {
      preValidation: app.requireUser,
      schema: {
        summary: 'List the appointments of your children that others have booked, latest first',
        security: NEEDS_SESSION,
        response: { 200: sharedAppointmentList, ...ERRORS },
      },
    },
    async ({ user }) => readSharedAppointments(db, user.uid, clinicClock.moment()),
  )

  app.get(
    '/children/:id/guardians',
    {
      preValidation: app.requireUser,
      schema: {
        summary: 'List the guardians of your child; owners see the invitations, too',
        security: NEEDS_SESSION,
        params: childParams,
        response: { 200: guardianList, ...ERRORS },
      },
    },
    async ({ user: { uid }, params }) => {
      const list = readGuardians(db, params.id, { uid, ...when() })
      if (!list) throw noChild()
      return list
    },
  )

  app.put(
    '/children/:id/guardians/:uid',
    {
      preValidation,
      schema: {
        summary: 'Change what a guardian of your child may do',
        security: NEEDS_SESSION,
        params: guardianParams,
        body: guardianChange,
        response: { 200: guardian, ...ERRORS },
      },
    },
    async ({ user: { uid }, params, body }) => {
      const target = { childId: params.id, guardian: params.uid }
      const outcome = await writeTransaction(db, () =>
        changeGuardian(db, target, body, { uid, ...when() }),
      )
      if (outcome.outcome !== 'changed') throw describeGuardianRefusal(outcome.outcome)
      return outcome.guardian
    },
  )

  app.delete(
    '/children/:id/guardians/:uid',
    {
      preValidation,
      schema: {
        summary: 'Leave a child, or remove another guardian of your child',
        security: NEEDS_SESSION,
        params: guardianParams,
        response: { 200: guardianRemoval, ...ERRORS },
      },
    },
    async ({ user: { uid }, params }) => {
      const target = { childId: params.id, guardian: params.uid }
      const { outcome } = await writeTransaction(db, () =>
        removeGuardian(db, target, { uid, ...when() }),
      )
      if (outcome === 'left' || outcome === 'removed') return { outcome }
      throw describeGuardianRefusal(outcome)
    },
  )
}

function noInvitation(): HttpError {
  return new HttpError(404, 'not_found', 'Invitation not found.')
}

function describeInviteRefusal(refused: InviteRefusal): HttpError {
  switch (refused.outcome) {
    case 'unverified':
      return new HttpError(
        403,
        'unverified',
        'Confirm your own email address before you invite a guardian.',
      )
    case 'unknown_child':
      return noChild()
    case 'not_owner':
      return onlyOwners()
    case 'archived':
      return refusedField(
        'archived',
        'children',
        `${refused.child.name} is in your archive. Bring the child back first.`,
      )
    case 'adult':
      return refusedField('adult', 'children', describeAdult(refused.child.name))
    case 'too_many_guardians':
      return refusedField('too_many_guardians', 'children', describeFull(refused.child.name))
    case 'yourself':
      return refusedField('yourself', 'email', 'This is your own email address.')
    case 'already_guardian':
      return refusedField('already_guardian', 'email', 'This person is a guardian already.')
    case 'too_many_invitations': {
      const message = `You can have up to ${MOST_INVITATIONS} open invitations, and send as many a day. Withdraw one, or try again tomorrow.`
      return new HttpError(409, 'too_many_invitations', message)
    }
  }
}

function describeAcceptRefusal(refused: Exclude<AcceptOutcome, { outcome: 'read' }>): HttpError {
  switch (refused.outcome) {
    case 'unknown_invitation':
      return noInvitation()
    case 'other_address':
      return new HttpError(
        403,
        'other_address',
        'This invitation was sent to another email address. Log in with that address.',
      )
    case 'unverified':
      return new HttpError(
        403,
        'unverified',
        'Confirm your email address first. Then you can accept the invitation.',
      )
    case 'too_many_guardians':
      return new HttpError(409, 'too_many_guardians', describeFull(refused.child.name))
    case 'too_many_children':
      return new HttpError(
        409,
        'too_many_children',
        `You can have up to ${MOST_CHILDREN} children on your list. Archive one first.`,
      )
    case 'not_agreed':
      return new HttpError(
        409,
        'not_agreed',
        `${refused.child.name} is on your list already. Load this page again to merge the two.`,
      )
    case 'same_child':
      return new HttpError(
        409,
        'same_child',
        `${refused.child.name} is on your list already, with other guardians. Take that entry off My Children first.`,
      )
    case 'conflict':
      return new HttpError(
        409,
        'conflict',
        `You and another guardian have booked the same appointment for ${refused.child.name}, or two at the same time. Cancel yours first, or take your own entry off My Children.`,
      )
    case 'adult':
      return new HttpError(409, 'adult', describeAdult(refused.child.name))
    case 'not_born':
      return new HttpError(409, 'not_born', 'The birth date can’t be in the future.')
  }
}

function describeGuardianRefusal(refused: GuardianRefusal | 'only_guardian'): HttpError {
  switch (refused) {
    case 'unknown_child':
      return noChild()
    case 'unknown_guardian':
      return new HttpError(404, 'not_found', 'Guardian not found.')
    case 'not_owner':
      return onlyOwners()
    case 'last_owner':
      return new HttpError(
        409,
        'last_owner',
        'A child needs a guardian who manages it. Let another guardian manage it first.',
      )
    case 'only_guardian':
      return new HttpError(
        409,
        'last_owner',
        'There is no other guardian. Remove the child from your list instead.',
      )
  }
}

function describeFull(name: string): string {
  return `${name} can have up to ${MOST_GUARDIANS} guardians, open invitations included.`
}

function describeAdult(name: string): string {
  return `${name} is ${ADULT_YEARS} or older, and books with an account of their own.`
}
