import jwt from '@fastify/jwt'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { z } from 'zod'
import { RECENT_LOGIN_MINUTES, RECENT_LOGIN_REQUIRED, type Role } from '#contract/identity/users.ts'
import { type defaultRefusals, recentLogin } from '#contract/refusals/default-refusals.ts'
import type { AccountWatch } from '#domain/identity/account-watch.ts'
import type { Database } from '#drizzle/client.ts'
import {
  findUserOfSession,
  type SessionOwner,
  type UserRow,
} from '#drizzle/queries/identity/users.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { anyCall, refuse } from '#server/http/refuse.ts'

const ISSUER = 'sprout'
const AUDIENCE = 'sprout-api'

/** The lifetimes of our tokens, shorter for roles with more access. */
const LIFETIMES = { patient: '1h', doctor: '10m', staff: '10m', admin: '10m' } as const

/** A token's claims beside the standard ones. */
const claims = z.object({
  sub: z.string(),
  /** Id of the session. */
  sid: z.string().optional(),
  /** The user's `sessionsValidFrom` at the time of issue: the token is valid while that does not change. */
  valid_from: z.number(),
  /** When the user last signed in at the identity provider, in seconds since 1970. */
  auth_time: z.number(),
  /** Whether that sign-in used a second factor. */
  second_factor: z.boolean().optional(),
})
type Claims = z.output<typeof claims>

type Hook = (request: FastifyRequest) => Promise<void>

/**
 * The user who makes a request. `effectiveRole` is what they may do in it: their role, or `patient` while a
 * required second factor is missing. The role of the database row is left out, so that no handler can use it.
 */
export type Caller = Omit<UserRow, 'role'> & { readonly effectiveRole: Role }

/** A session as a token describes it. */
interface TokenSession {
  id: string
  authTime: Date
  usedSecondFactor: boolean
}

declare module '@fastify/jwt' {
  interface FastifyJWT {
    payload: Claims
    user: Caller
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the request's token; null without a valid token. */
    session: Claims | null
  }
  interface FastifyInstance {
    /** Answers 401 unless the caller exists, and sets `request.user`. */
    requireUser: Hook
    /** Answers 401 like `requireUser`, and 403 unless the caller is an admin. */
    requireAdmin: Hook
    /** Answers 401 like `requireUser`, and 403 unless the caller is staff or an admin. */
    requireStaff: Hook
    /** Answers 401 like `requireUser`, and 403 unless the caller is a doctor with a day of their own. */
    requireDoctor: Hook
    /** Answers 401 like `requireUser`, and 403 unless the caller is a doctor, staff or an admin. */
    requireCare: Hook
    /** Use it after `requireUser`: answers 409 unless the user has logged in recently. */
    requireRecentLogin: Hook
    /**
     * The caller as in the database; undefined without a valid session. Does not ask the identity provider,
     * and requires no role.
     */
    findCaller(request: FastifyRequest): Caller | undefined
    /** Issues a token for a user's session. */
    issueToken(user: UserRow, session: TokenSession): string
    /** The session of a token that we issued, expired or not; undefined for other tokens. */
    readSession(token: string): { uid: string; id: string } | undefined
  }
}

interface AuthenticationOptions {
  db: Database
  secret: string
  watch: AccountWatch
  now: () => Date
  /** Whether administrators and staff have to log in with a second factor. */
  adminSecondFactor: boolean
}

/**
 * Identifies the caller. The token only names account and session; the user, their role and the session's
 * state are read from the database for every request, so that removal, demotion and ended sessions take
 * effect at once. Name the hooks in a route's `preValidation`, so that unauthorized callers learn nothing
 * about the payload's rules.
 */
export const authentication = fastifyPlugin(async (app, options: AuthenticationOptions) => {
  const { db, secret, watch, now, adminSecondFactor } = options
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256', iss: ISSUER, aud: AUDIENCE },
    verify: {
      algorithms: ['HS256'],
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      requiredClaims: ['sub', 'iss', 'aud', 'iat', 'exp'],
    },
  })
  app.decorateRequest('session', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const token = bearerToken(request)
    if (token) request.session = readClaims(token) ?? null
    done()
  })

  /** @throws HttpError 401 without a valid session */
  async function authenticate(request: FastifyRequest): Promise<UserRow> {
    const { session } = request
    if (!session) throw whyWithout(bearerToken(request))
    const user = findSessionUser(session)
    if (user.role === 'patient') {
      watch.note(user.uid)
      return user
    }
    // For admins and staff the provider is asked first: a disabled account gets no further answer.
    await watch.check(user.uid)
    return findSessionUser(session)
  }

  /** Why a request has no session: an expired token's may have ended before that. */
  function whyWithout(token: string | undefined): HttpError {
    if (!token) return notLoggedIn()
    const expired = readClaims(token, true)
    return sessionEnded(expired && findOwner(expired)?.endedBy)
  }

  const findOwner = ({ sub, sid }: Claims) => findUserOfSession(db, { uid: sub, id: sid })

  function findSessionUser(session: Claims): UserRow {
    const found = findOwner(session)
    if (!found) throw accountGone()
    if (!isOpen(found, session)) throw sessionEnded(found.endedBy)
    return found.user
  }

  function toCaller({ role, ...user }: UserRow, session: Claims | null): Caller {
    const isComplete = role === 'patient' || !adminSecondFactor || session?.second_factor === true
    // The user's doctor was deleted.
    const isUnbound = role === 'doctor' && user.doctorId === null
    return { ...user, effectiveRole: isComplete && !isUnbound ? role : 'patient' }
  }

  function readClaims(token: string, ignoreExpiration = false): Claims | undefined {
    try {
      return claims.parse(app.jwt.verify(token, { ignoreExpiration }))
    } catch {
      // Expired, forged, or for another audience: the response is the same.
      return undefined
    }
  }

  app.decorate('issueToken', (user, { id, authTime, usedSecondFactor }) =>
    app.jwt.sign(
      {
        sub: user.uid,
        sid: id,
        valid_from: user.sessionsValidFrom.getTime(),
        auth_time: Math.floor(authTime.getTime() / 1000),
        second_factor: usedSecondFactor,
      },
      { expiresIn: LIFETIMES[user.role] },
    ),
  )
  app.decorate('readSession', (token) => {
    const session = readClaims(token, true)
    return session?.sid === undefined ? undefined : { uid: session.sub, id: session.sid }
  })
  app.decorate('findCaller', ({ session }) => {
    const found = session && findOwner(session)
    return found && isOpen(found, session) ? toCaller(found.user, session) : undefined
  })
  app.decorate('requireUser', async (request) => {
    request.user = toCaller(await authenticate(request), request.session)
  })
  const requireRole =
    (roles: readonly Role[], refusal: OnlyRole) => async (request: FastifyRequest) => {
      const user = await authenticate(request)
      request.user = toCaller(user, request.session)
      if (roles.includes(request.user.effectiveRole)) return
      const isUnbound = user.role === 'doctor' && user.doctorId === null
      const isIncomplete = roles.includes(user.role) && !isUnbound
      throw refuse(anyCall, isIncomplete ? 'second_step_missing' : refusal)
    }
  app.decorate('requireAdmin', requireRole(['admin'], 'only_admins'))
  app.decorate('requireStaff', requireRole(['staff', 'admin'], 'only_staff'))
  app.decorate('requireDoctor', requireRole(['doctor'], 'only_doctors'))
  app.decorate('requireCare', requireRole(['doctor', 'staff', 'admin'], 'only_care'))
  app.decorate('requireRecentLogin', async ({ session }) => {
    const age = now().getTime() / 1000 - (session?.auth_time ?? 0)
    if (age > RECENT_LOGIN_MINUTES * 60) {
      throw refuse({ refusals: recentLogin }, RECENT_LOGIN_REQUIRED)
    }
  })
})

type OnlyRole = Extract<keyof typeof defaultRefusals, `only_${string}`>

/** Whether neither this session nor all sessions of its user were ended. */
function isOpen({ user, endedBy }: SessionOwner, session: Claims): boolean {
  return endedBy === null && session.valid_from === user.sessionsValidFrom.getTime()
}

/** The token in `Authorization: Bearer …`; undefined without one. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return headers.authorization?.match(/^Bearer ([\w.~+/-]+=*)$/i)?.[1]
}

/** 401: the request has no token. */
export const notLoggedIn = (): HttpError => refuse(anyCall, 'not_logged_in')

/** 401: the identity provider does not confirm the login. */
export const notConfirmed = (): HttpError => refuse(anyCall, 'not_confirmed')

/** 401: the session has ended, for that reason, or never existed. */
export const sessionEnded = (reason: SessionOwner['endedBy'] = null): HttpError =>
  refuse(anyCall, reason === null || reason === 'logged_out' ? 'session_ended' : reason)

/** 401: the request's account was removed. */
export const accountGone = (): HttpError => refuse(anyCall, 'account_gone')

/** 403: the caller is known, and is not an admin. */
export const onlyAdmins = (): HttpError => refuse(anyCall, 'only_admins')
