import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openImages } from '../../domain/images/images.ts'
import { productRegistry } from '../../workers/jobs/registry.ts'
import { startEvents } from '../../workers/queue/start.ts'
import { buildApp } from '../app.ts'
import type { AppDependencies } from '../services.ts'

/** What the caller has to settle; the rest follows from it. */
type Chosen = 'env' | 'db' | 'identity' | 'stripe' | 'clock' | 'embedded' | 'extraPlugins'

/**
 * Puts the API together with what handles its events, and lets it listen where `env` says.
 * @param closers takes what ends all that has been started, the last to be ended first
 */
export async function startApi(
  { log, ...chosen }: Pick<AppDependencies, Chosen> & { log: Logger },
  closers: (() => unknown)[],
): Promise<FastifyInstance> {
  const { env, db, stripe, identity } = chosen
  const images = await openImages(env)
  const events = await startEvents({
    db,
    registry: productRegistry({ stripe, identity, images }),
    log,
    redisUrl: env.redisUrl,
  })
  closers.push(events.close)
  const app = await buildApp({
    ...chosen,
    images,
    logger: log,
    wakeRelay: events.wake,
    queueAnswers: events.answers,
    queueDepth: events.depth,
  })
  closers.push(() => app.close())
  await app.listen({ port: env.port, host: env.host })
  return app
}
