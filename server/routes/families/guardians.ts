import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { childParams } from '#contract/families/children.ts'
import {
  acceptance,
  guardian,
  guardianChange,
  guardianList,
  guardianParams,
  guardianRemoval,
  invitationParams,
  newInvitation,
  receivedInvitation,
  sentInvitation,
  sharedAppointmentList,
} from '#contract/families/guardians.ts'
import { readSharedAppointments } from '#domain/families/appointment-access.ts'
import { changeGuardian, readGuardians, removeGuardian } from '#domain/families/guardians.ts'
import {
  acceptInvitation,
  invite,
  readInvitation,
  withdrawInvitation,
} from '#domain/families/invitations.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http-error.ts'
import { ERRORS, NEEDS_SESSION } from '#server/plugins/documentation.ts'
import type { Services } from '#server/services.ts'
import { noChild } from './children.ts'
import {
  describeAcceptRefusal,
  describeGuardianRefusal,
  describeInviteRefusal,
  noInvitation,
} from './guardian-refusals.ts'

/** Who looks after a child together: invitations, rights, and their end. */
export const guardianRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const when = () => ({ now: clinicClock.now(), ...clinicClock.moment() })
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
      const outcome = await writeTransaction(db, (tx) => invite(tx, body, { user, ...when() }))
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
      const outcome = await writeTransaction(db, (tx) =>
        acceptInvitation(tx, { id, merges }, { user, ...when() }),
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
      const outcome = await writeTransaction(db, (tx) =>
        withdrawInvitation(tx, id, { uid, ...when() }),
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
      const outcome = await writeTransaction(db, (tx) =>
        changeGuardian(tx, target, body, { uid, ...when() }),
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
      const { outcome } = await writeTransaction(db, (tx) =>
        removeGuardian(tx, target, { uid, ...when() }),
      )
      if (outcome === 'left' || outcome === 'removed') return { outcome }
      throw describeGuardianRefusal(outcome)
    },
  )
}
