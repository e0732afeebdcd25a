import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RunningEmulator, untilReady } from './emulator/start.ts'

interface FacadeOptions {
  emulator: RunningEmulator
  /** How long a call waits for an emulator that is still starting, in milliseconds. */
  timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 20_000
const RETRY_AFTER_SECONDS = 2
const RESPONSE_TIMEOUT_MS = 20_000
const BODY_LIMIT_BYTES = 64 * 1024

/** The calls that the browser's SDK makes in our flows. No others are forwarded. */
const FORWARDED = new Set([
  'POST /identitytoolkit.googleapis.com/v1/accounts:createAuthUri',
  'POST /identitytoolkit.googleapis.com/v1/accounts:delete',
  'POST /identitytoolkit.googleapis.com/v1/accounts:lookup',
  'POST /identitytoolkit.googleapis.com/v1/accounts:resetPassword',
  'POST /identitytoolkit.googleapis.com/v1/accounts:sendOobCode',
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithIdp',
  'POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword',
  'POST /identitytoolkit.googleapis.com/v1/accounts:signUp',
  'POST /identitytoolkit.googleapis.com/v1/accounts:update',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:finalize',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:withdraw',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:start',
  'POST /identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize',
  'GET /identitytoolkit.googleapis.com/v1/recaptchaParams',
  'GET /identitytoolkit.googleapis.com/v2/passwordPolicy',
  'POST /securetoken.googleapis.com/v1/token',
])

/** The emulator has no reCAPTCHA settings; this is the response of a project without reCAPTCHA. */
const RECAPTCHA_CALL = 'GET /identitytoolkit.googleapis.com/v2/recaptchaConfig'
const NO_RECAPTCHA = { recaptchaKey: 'projects/none/keys/none', recaptchaEnforcementState: [] }

/**
 * The browser's only way to the identity emulator, on the site's own origin. Administrators' calls
 * are rejected, other origins get no CORS headers, and only the content type is forwarded.
 */
export async function identityFacade(app: FastifyInstance, options: FacadeOptions): Promise<void> {
  const { emulator, timeoutMs = DEFAULT_TIMEOUT_MS } = options

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/x-www-form-urlencoded'],
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  )

  for (const url of ['/identitytoolkit.googleapis.com/*', '/securetoken.googleapis.com/*']) {
    app.route({ method: ['GET', 'POST'], url, schema: { hide: true }, handler: forward })
  }

  async function forward(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    const [path = '', search = ''] = request.url.split('?', 2)
    if (isForAdministrators(request, path)) return refuse(reply, 403, 'PERMISSION_DENIED')
    const call = `${request.method} ${path}`
    if (call === RECAPTCHA_CALL) return NO_RECAPTCHA
    if (!FORWARDED.has(call)) return refuse(reply, 404, 'NOT_FOUND')
    try {
      await untilReady(emulator, timeoutMs)
      const response = await fetch(`${emulator.origin}${path}?${search}`, {
        method: request.method,
        headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
        body: request.body instanceof Uint8Array ? new Uint8Array(request.body) : null,
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      })
      const text = await response.text()
      return reply
        .code(response.status)
        .type(response.headers.get('content-type') ?? 'application/json')
        .send(text)
    } catch (error) {
      request.log.warn({ err: error }, 'the identity emulator did not respond')
      reply.header('retry-after', RETRY_AFTER_SECONDS)
      return refuse(reply, 503, 'UNAVAILABLE : Login isn’t ready yet. Please try again.')
    }
  }
}

function isForAdministrators(request: FastifyRequest, path: string) {
  return request.headers.authorization !== undefined || path.includes('/projects/')
}

// Google's error format, 'CODE : message', which the browser's SDK parses.
function refuse(reply: FastifyReply, code: number, message: string) {
  return reply.code(code).send({ error: { code, message } })
}
