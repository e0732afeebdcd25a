import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Redis } from 'ioredis'
import type { Env } from '../../domain/config/env.ts'
import { throttledLogger } from '../../domain/logging/throttled-logger.ts'
import { HttpError } from '../http-error.ts'

const MINUTE_MS = 60_000

/** Requests a minute from one address, all calls together. */
const REQUESTS_PER_MINUTE = 300

/** How much is left is told to nobody: only who has asked too much is told when to come back. */
const UNTOLD = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/** How long a request waits for Redis before it is let through uncounted, in milliseconds. */
const REDIS_PATIENCE_MS = 250

export interface RateLimit {
  /** Tells the limits apart; one count for each name. */
  name: string
  perMinute: number
  /** Whose requests are counted together; for `user`, put it after `requireUser`. */
  per: 'address' | 'user'
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The limit on all requests, for answers that belong to no route. */
    limitRequests: preHandlerAsyncHookHandler
    /** Makes a hook that holds a stricter limit beside the one on all requests. */
    limitTo(limit: RateLimit): (request: FastifyRequest) => Promise<void>
  }
}

/**
 * Rate limits (design section 11): counted in Redis when there is one, so that all processes
 * count together, else in memory. A Redis that is away stops nobody: nothing is counted then.
 */
export const rateLimits = fastifyPlugin(async (app, { env }: { env: Env }) => {
  if (!env.rateLimit) {
    app.decorate('limitRequests', async () => {})
    app.decorate('limitTo', () => async () => {})
    return
  }

  const redis = env.redisUrl ? await connect(env.redisUrl) : undefined
  if (redis) {
    const redisLog = throttledLogger(app.log, 'Redis is unavailable; rate limits are not enforced')
    redis.on('error', redisLog.failed)
    redis.on('ready', redisLog.recovered)
    app.addHook('onClose', () => redis.disconnect())
  }

  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    redis,
    nameSpace: 'sprout-rate:',
    skipOnError: true,
    addHeaders: UNTOLD,
    addHeadersOnExceeding: UNTOLD,
    errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
  })
  app.decorate('limitRequests', app.rateLimit())
  app.decorate('limitTo', ({ name, perMinute, per }) => {
    const count = app.createRateLimit({
      max: perMinute,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) =>
        `${name}:${per === 'user' ? request.user.uid : addressOf(request)}`,
    })
    return async (request) => {
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttl)
    }
  })
})

/** Loads the client only where there is a Redis. */
async function connect(url: string): Promise<Redis> {
  const { Redis } = await import('ioredis')
  return new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_PATIENCE_MS,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  })
}

// One visitor has a whole IPv6 network of this size to choose from.
function addressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip, 64)
}

function tooMany(ttlMs: number): HttpError {
  const retryAfter = Math.max(1, Math.ceil(ttlMs / 1000))
  const message = `Too many requests. Please try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`
  return new HttpError(429, 'too_many_requests', message, { retryAfter })
}
