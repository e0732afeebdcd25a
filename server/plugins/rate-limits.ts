import rateLimit from '@fastify/rate-limit'
import { millisecondsInMinute } from 'date-fns/constants'
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Redis } from 'ioredis'
import type { Env } from '#domain/config/env.ts'
import { throttledLogger } from '#domain/logging/throttled-logger.ts'
import { HttpError } from '#server/http/http-error.ts'
import { countedFor, networkAddressOf } from '#server/http/network-address.ts'
import { anyCall, refusalOf } from '#server/http/refuse.ts'
import { speech } from '#server/http/spoken-language.ts'

/** How many exceeded limits are kept in memory. */
const MAX_BLOCKED = 10_000

/** Requests per minute over all calls: of one address without a session, or of one user. */
const REQUESTS_PER_MINUTE = 300

/** Requests per minute of one member of staff or admin, whose screens reload at every change. */
const STAFF_REQUESTS_PER_MINUTE = 600

/** Responses do not reveal the limits; only Retry-After is sent, with 429. */
const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/** How long a request waits for Redis before it is accepted uncounted, in milliseconds. */
const REDIS_TIMEOUT_MS = 250

interface RateLimit {
  /** Each name has a count of its own. */
  name: string
  perMinute: number
  /** The limit for staff; `perMinute` when absent. */
  perMinuteForStaff?: number
  /** A window other than a minute, in milliseconds. */
  windowMs?: number
  /** What is counted. `user` needs `requireUser` to run before. */
  per: 'address' | 'user'
}

interface LateLimit {
  /** Throws 429 while the limit is exceeded. */
  check(request: FastifyRequest): void
  /** Counts a request by its outcome. */
  count(request: FastifyRequest): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The limit on all requests, for responses outside of routes. */
    limitRequests: preHandlerAsyncHookHandler
    /** Creates a hook with a stricter limit, in addition to the one on all requests. */
    limitTo(limit: RateLimit): (request: FastifyRequest) => Promise<void>
    /** Creates a counter that refuses nothing: resolves to whether the request is within the limit. */
    allowance(limit: RateLimit): (request: FastifyRequest) => Promise<boolean>
    /** Limits outcomes, such as failures, which are only known afterwards: per address, or `keyOf`. */
    limitLate(
      limit: Pick<RateLimit, 'name' | 'perMinute'> & {
        keyOf?: (request: FastifyRequest) => string
      },
    ): LateLimit
  }
}

/**
 * Rate limits, counted in Redis if it is configured, so that processes share the counts, else in memory.
 * While Redis is unavailable the limits are not enforced. A request with a valid session counts for its user,
 * any other for its address, so that visitors cannot use up the limits of users on the same network. Register
 * it after `authentication`.
 */
export const rateLimits = fastifyPlugin(async (app, { env }: { env: Env }) => {
  if (!env.rateLimit) {
    app.decorate('limitRequests', async () => {})
    app.decorate('limitTo', () => async () => {})
    app.decorate('allowance', () => async () => true)
    app.decorate('limitLate', () => ({ check() {}, async count() {} }))
    return
  }

  const redis = env.redisUrl ? await connect(env.redisUrl) : undefined
  if (redis) {
    const redisLog = throttledLogger(app.log, 'Redis is unavailable; rate limits are not enforced')
    redis.on('error', redisLog.failed)
    redis.on('ready', redisLog.recovered)
    app.addHook('onClose', () => redis.disconnect())
  }

  const isStaff = (request: FastifyRequest) =>
    (app.findCaller(request)?.effectiveRole ?? 'patient') !== 'patient'

  await app.register(rateLimit, {
    max: (request) => (isStaff(request) ? STAFF_REQUESTS_PER_MINUTE : REQUESTS_PER_MINUTE),
    keyGenerator: countedFor,
    timeWindow: millisecondsInMinute,
    redis,
    nameSpace: 'sprout-rate:',
    skipOnError: true,
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
  app.decorate('limitRequests', app.rateLimit())
  app.decorate('limitLate', ({ name, perMinute, keyOf = networkAddressOf }) => {
    const increment = app.createRateLimit({
      max: perMinute,
      timeWindow: millisecondsInMinute,
      keyGenerator: (request) => `${name}:${keyOf(request)}`,
    })
    // Until when a key is blocked, in milliseconds since the epoch.
    const blocked = new Map<string, number>()
    return {
      check(request) {
        const ms = (blocked.get(keyOf(request)) ?? 0) - Date.now()
        if (ms > 0) throw tooMany(ms)
      },
      async count(request) {
        const counted = await increment(request)
        if (counted.isAllowed || !counted.isExceeded) return
        if (blocked.size >= MAX_BLOCKED) blocked.clear()
        blocked.set(keyOf(request), Date.now() + counted.ttl)
      },
    }
  })
  const counter = ({
    name,
    perMinute,
    perMinuteForStaff = perMinute,
    windowMs = millisecondsInMinute,
    per,
  }: RateLimit) =>
    app.createRateLimit({
      max: (request) => (isStaff(request) ? perMinuteForStaff : perMinute),
      timeWindow: windowMs,
      keyGenerator: (request) =>
        `${name}:${per === 'user' ? request.user.uid : networkAddressOf(request)}`,
    })
  const counters = new Map<string, ReturnType<typeof counter>>()
  app.decorate('limitTo', (limit) => {
    // In memory as in Redis, limits with the same name share one count.
    const count = counters.get(limit.name) ?? counter(limit)
    counters.set(limit.name, count)
    return async (request) => {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl)
    }
  })
  app.decorate('allowance', (limit) => {
    const count = counter(limit)
    return async (request) => {
      const counted = await count(request)
      return counted.isAllowed || !counted.isExceeded
    }
  })
})

/** Loads the client only if Redis is configured. */
async function connect(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  })
}

function tooMany(ttlMs: number): HttpError {
  const retryAfter = Math.max(1, Math.ceil(ttlMs / 1000))
  const time = speech().words.refusals.facts.seconds(retryAfter)
  return new HttpError(refusalOf(anyCall, 'too_many_requests', { time }), { retryAfter })
}
