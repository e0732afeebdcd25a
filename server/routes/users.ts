import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  adminResponse,
  emailParams,
  sessionRequest,
  sessionResponse,
} from '../../contract/users.ts'
import { IdentityError, type VerifiedIdentity } from '../../domain/identity/identity-provider.ts'
import {
  type Account,
  admitAccount,
  findUserByEmail,
  relinkAccount,
  toUser,
} from '../../drizzle/queries/users.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import type { Services } from '../app.ts'
import { HttpError } from '../http-error.ts'
import { accountGone, bearerToken, forbidden, unauthorized } from '../plugins/authentication.ts'
import { ERRORS, NEEDS_SESSION } from '../plugins/documentation.ts'

/** When the identity provider may answer again, in seconds. */
const PROVIDER_RETRY_AFTER = 2

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the provider's ID token stands for; set while a session is being opened. */
    identity: VerifiedIdentity | null
  }
}

/** Sessions and roles: `PUT /users/{email}` and `GET /admin/{email}` (spec section 7). */
export const userRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, identity, clinicClock, wakeRelay } = services

  app.decorateRequest('identity', null)

  app.put(
    '/users/:email',
    {
      onRequest: app.limitTo({ name: 'session', perMinute: 10, per: 'address' }),
      preValidation: async (request) => {
        const idToken = bearerToken(request)
        if (!idToken) throw unauthorized('Please log in.')
        request.identity = await identity.verify(idToken).catch(refuseIdentity)
      },
      schema: {
        summary: 'Open a session: our own token for the identity provider’s',
        security: [{ identity: [] }],
        params: emailParams,
        body: sessionRequest,
        response: { 200: sessionResponse, 201: sessionResponse, ...ERRORS },
      },
    },
    async (request, reply) => {
      const verified = request.identity
      const { email } = request.params
      if (!verified) throw unauthorized('Please log in.')
      if (email !== request.body.email || email !== verified.email) {
        throw forbidden('This email is not the one you are logged in with.')
      }
      const { outcome, user } = await admit(verified)
      if (outcome !== 'known') wakeRelay()
      reply.code(outcome === 'registered' ? 201 : 200)
      return { token: app.jwt.sign({ sub: user.uid }), user: toUser(user) }
    },
  )

  app.get(
    '/admin/:email',
    {
      preValidation: app.requireUser,
      schema: {
        summary: 'Whether a user is an admin; for oneself, or asked by an admin',
        security: NEEDS_SESSION,
        params: emailParams,
        response: { 200: adminResponse, ...ERRORS },
      },
    },
    async ({ user, params }) => {
      if (params.email !== user.email && user.role !== 'admin') {
        throw forbidden('You can only ask about your own account.')
      }
      return { admin: findUserByEmail(db, params.email)?.role === 'admin' }
    },
  )

  async function admit({ uid, email, emailVerified, name, picture }: VerifiedIdentity) {
    const account: Account = { uid, email, name, photo: picture }
    const now = clinicClock.now()
    let result = await writeTransaction(db, () => admitAccount(db, account, now))
    if (result.outcome === 'email_taken' && emailVerified) {
      const from = result.holder
      const exists = await identity.accountExists(from).catch(refuseIdentity)
      if (!exists) {
        result = await writeTransaction(db, () => relinkAccount(db, account, { from, now }))
      }
    }
    if (result.outcome === 'removed') throw accountGone()
    if (result.outcome !== 'email_taken') return result
    const message = 'This email belongs to another account. Please call the clinic to sort it out.'
    throw new HttpError(409, 'email_taken', message)
  }
}

function refuseIdentity(error: unknown): never {
  if (!(error instanceof IdentityError)) throw error
  if (error.failure === 'unavailable') {
    throw new HttpError(503, 'unavailable', error.message, {
      retryAfter: PROVIDER_RETRY_AFTER,
      cause: error,
    })
  }
  throw unauthorized('Your sign-in could not be confirmed. Please log in again.')
}
