import jwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Database } from '../../drizzle/client.ts'
import { findUser, type UserRow } from '../../drizzle/queries/users.ts'
import { HttpError } from '../http-error.ts'

// Our own tokens (design section 11).
const ISSUER = 'sprout'
const AUDIENCE = 'sprout-api'
const LIFETIME = '1h'

type Hook = (request: FastifyRequest) => Promise<void>

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: { sub: string }
    user: UserRow
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers 401 unless the request comes from a user who exists now; `request.user` is their row. */
    requireUser: Hook
    /** Answers 401 like `requireUser`, and 403 unless the user is an admin now. */
    requireAdmin: Hook
  }
}

/**
 * Who makes a request. The token says only which account; whether it exists and what it may do
 * is read from the database every time, so that removal and demotion act at once (design section
 * 6.3). Name the hooks at a route's `preValidation`: strangers learn nothing of the payload's rules.
 */
export const authentication = fastifyPlugin(
  async (app, { db, secret }: { db: Database; secret: string }) => {
    await app.register(jwt, {
      secret,
      sign: { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE, expiresIn: LIFETIME },
      verify: {
        algorithms: ['HS256'],
        allowedIss: ISSUER,
        allowedAud: AUDIENCE,
        requiredClaims: ['sub', 'iss', 'aud', 'iat', 'exp'],
      },
    })

    function authenticate(request: FastifyRequest): UserRow {
      const token = bearerToken(request)
      if (!token) throw unauthorized('Please log in.')
      const user = findUser(db, readSubject(token))
      if (!user) throw accountGone()
      return user
    }

    function readSubject(token: string): string {
      try {
        const { sub } = app.jwt.verify<{ sub: unknown }>(token)
        if (typeof sub === 'string') return sub
      } catch {
        // Expired, forged, for somebody else: the answer is the same.
      }
      throw unauthorized('Your session has ended. Please log in again.')
    }

    app.decorate('requireUser', async (request) => {
      request.user = authenticate(request)
    })
    app.decorate('requireAdmin', async (request) => {
      request.user = authenticate(request)
      if (request.user.role !== 'admin') throw forbidden()
    })
  },
)

/** The token of `Authorization: Bearer …`; undefined when there is none. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return headers.authorization?.match(/^Bearer ([\w.~+/-]+=*)$/i)?.[1]
}

/** 401: the server does not know who asks. */
export function unauthorized(message: string): HttpError {
  return new HttpError(401, 'unauthorized', message)
}

/** 401: the account that the request stands for was removed. */
export function accountGone(): HttpError {
  return unauthorized('This account does not exist any more.')
}

/** 403: the server knows who asks, and that this is not theirs to do. */
export function forbidden(message = 'Only administrators may do this.'): HttpError {
  return new HttpError(403, 'forbidden', message)
}
