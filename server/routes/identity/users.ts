import { createHash } from 'node:crypto'
import { millisecondsInHour } from 'date-fns/constants'
import type { FastifyRequest } from 'fastify'
import { toEmailAddress } from '#contract/identity/email-address.ts'
import * as calls from '#contract/identity/identity-refusals.ts'
import {
  emailParams,
  PREVIOUS_TOKEN,
  sessionRequest,
  sessionResponse,
} from '#contract/identity/users.ts'
import { describeDevice } from '#domain/identity/device.ts'
import { IdentityError, type VerifiedIdentity } from '#domain/identity/identity-provider.ts'
import { openSession } from '#domain/identity/open-session.ts'
import { describeRole } from '#domain/identity/roles.ts'
import { findUser, findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { refuse, unavailable } from '#server/http/refuse.ts'
import { ERRORS, handle, type Routes } from '#server/http/route.ts'
import { spokenLanguage } from '#server/http/spoken-language.ts'
import {
  accountGone,
  bearerToken,
  notConfirmed,
  notLoggedIn,
  sessionEnded,
} from '#server/plugins/authentication.ts'
import { ALWAYS_ANSWERED } from '#server/plugins/overload.ts'
import { toUser } from '#server/views/users.ts'
import { recordView } from '../record-view.ts'

/** After how many seconds the identity provider may answer again. */
const PROVIDER_RETRY_AFTER = 2

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the provider's ID token; set while a session is being opened. */
    identity: VerifiedIdentity | null
  }
}

/** Opening sessions, and roles: `PUT /users/{email}` and `GET /admin/{email}`. */
export const userRoutes: Routes = (app, services) => {
  const { db, env, identity, clinicClock, wakeRelay } = services
  const limitNewAccounts = app.limitTo({
    name: 'new-account',
    perMinute: env.newAccountsPerHour,
    windowMs: millisecondsInHour,
    per: 'address',
  })

  // Counted only once the provider has answered: users whose sessions are renewed may share an address with
  // visitors whose logins fail.
  const limitFailed = app.limitTo({ name: 'session-failed', perMinute: 10, per: 'address' })
  const limitFirst = app.limitTo({ name: 'session-first', perMinute: 10, per: 'address' })
  const renewals = app.limitLate({ name: 'session-renewed', perMinute: 30, keyOf: hashOfToken })

  app.decorateRequest('identity', null)

  async function identify(request: FastifyRequest): Promise<VerifiedIdentity> {
    const idToken = bearerToken(request)
    if (!idToken) {
      await limitFailed(request)
      throw notLoggedIn()
    }
    renewals.check(request)
    const verified = await identity.verify(idToken).catch(async (error: unknown) => {
      if (error instanceof IdentityError && error.failure === 'rejected') await limitFailed(request)
      return refuseIdentity(error)
    })
    if (!findUser(db, verified.uid)) await limitFirst(request)
    else {
      await renewals.count(request)
      renewals.check(request)
    }
    return verified
  }

  app.put(
    '/users/:email',
    {
      // Renewals of sessions are among these calls.
      config: { rateLimit: false, ...ALWAYS_ANSWERED, ...calls.openSession },
      preValidation: async (request) => {
        request.identity = await identify(request)
      },
      schema: {
        operationId: 'openSession',
        tags: ['sessions'],
        summary: 'Open or renew a session with the identity provider’s ID token',
        security: [{ identity: [] }],
        params: emailParams,
        body: sessionRequest,
        response: { 200: sessionResponse, 201: sessionResponse, ...ERRORS },
      },
    },
    async (request, reply) => {
      const verified = request.identity
      const { email } = request.params
      if (!verified) throw notLoggedIn()
      if (email !== request.body.email || email !== verified.email) {
        throw refuse(calls.openSession, 'other_email')
      }
      const known = findUser(db, verified.uid)
      if (!toEmailAddress(email) && known?.email !== email)
        throw refuse(calls.openSession, 'no_email')
      if (!known) await limitNewAccounts(request)
      const previousToken = request.headers[PREVIOUS_TOKEN]
      const result = await openSession({ db, identity, now: clinicClock.now }, verified, {
        device: describeDevice(request.headers['user-agent']),
        language: spokenLanguage(),
        previous:
          typeof previousToken === 'string' ? app.readSession(previousToken)?.id : undefined,
      }).catch(refuseIdentity)
      switch (result.outcome) {
        case 'not_admitted':
          throw notConfirmed()
        case 'ended':
          throw sessionEnded()
        case 'removed':
          throw accountGone()
        case 'email_taken':
          throw refuse(calls.openSession, result.outcome)
        case 'opened': {
          const { user, sessionId: id, admission } = result
          const { authTime, usedSecondFactor } = verified
          if (admission !== 'known') wakeRelay()
          reply.code(admission === 'registered' ? 201 : 200)
          return {
            token: app.issueToken(user, { id, authTime, usedSecondFactor }),
            user: toUser(user),
          }
        }
      }
    },
  )

  handle(app, calls.isAdmin, async ({ user, params }) => {
    if (params.email !== user.email && user.effectiveRole !== 'admin') {
      throw refuse(calls.isAdmin, 'other_account')
    }
    const asked = findUserByEmail(db, params.email)
    if (asked) await recordView(services, user, [asked.uid], 'role')
    return describeRole(asked)
  })
}

/** Replaces an ID token where the token itself must not be stored. */
function hashOfToken(request: FastifyRequest): string {
  return createHash('sha256')
    .update(bearerToken(request) ?? '')
    .digest('base64url')
}

/** The response to a failure of the identity provider. */
export function refuseIdentity(error: unknown): never {
  if (!(error instanceof IdentityError)) throw error
  if (error.failure === 'unavailable') {
    throw unavailable({ retryAfter: PROVIDER_RETRY_AFTER, cause: error })
  }
  throw notConfirmed()
}
