import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { checkedFoldersOf } from '#domain/config/checked-folders.ts'
import { openImages } from '#domain/images/images.ts'
import { logFailedChanges } from '#domain/next-visits/in-savepoint.ts'
import type { MailConnection } from '#domain/notifications/sending/connect-mail.ts'
import { openEmails } from '#domain/notifications/sending/open-emails.ts'
import { alarmOfOverload } from '#domain/process/alarm-of-overload.ts'
import { issueMissingReceipts } from '#domain/receipts/issue-receipt.ts'
import { startReplication } from '#domain/replication/replication.ts'
import type { AppDependencies } from '#server/http/services.ts'
import { productRegistry } from '#workers/jobs/registry.ts'
import { startEvents } from '#workers/queue/start.ts'
import { buildApp } from './app.ts'

/** The parts that the caller provides. */
type Provided = 'env' | 'db' | 'identity' | 'stripe' | 'clock' | 'embedded' | 'extraPlugins'

/**
 * Starts the API and the handling of its events.
 * @param closers receives functions that stop what was started, to be called in reverse order
 */
export async function startApi(
  {
    log,
    mail,
    ...provided
  }: Pick<AppDependencies, Provided> & { log: Logger; mail: MailConnection },
  closers: (() => unknown)[],
): Promise<FastifyInstance> {
  const { env, db, stripe, identity, clock } = provided
  closers.push(logFailedChanges(log))
  const replication = env.replica && (await startReplication(env.replica, { env, db, log, clock }))
  if (replication) closers.push(replication.close)
  const images = await openImages(env)
  const emails = openEmails(env, db, mail)
  closers.push(emails.mailer.close)
  const issued = await issueMissingReceipts(db, clock)
  if (issued > 0) log.info({ issued }, 'issued receipts for earlier payments')
  const eventLoop = alarmOfOverload({ db, log, clock, process: 'site' })
  const events = await startEvents({
    db,
    registry: productRegistry({
      ...{ stripe, identity, images, emails },
      operations: checkedFoldersOf(env),
    }),
    log,
    eventLoop,
    redisUrl: env.redisUrl,
  })
  closers.push(events.close)
  const app = await buildApp({
    ...provided,
    images,
    eventLoop,
    ...(replication && { replication }),
    logger: log,
    wakeRelay: events.wake,
    queueAnswers: events.answers,
    queueDepth: events.depth,
  })
  closers.push(() => app.close())
  closers.push(eventLoop.start())
  await app.listen({ port: env.port, host: env.host })
  return app
}
