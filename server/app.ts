import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { type ClinicClock, createClinicClock } from '../domain/clinic-clock.ts'
import type { Env } from '../domain/config/env.ts'
import type { IdentityProvider } from '../domain/identity/identity-provider.ts'
import { type Images, openImages } from '../domain/images/images.ts'
import { createLogger } from '../domain/logging/logger.ts'
import type { StripePort } from '../domain/payments/stripe-adapter.ts'
import type { Database } from '../drizzle/client.ts'
import { keepJwtSecret } from './jwt-secret.ts'
import { authentication } from './plugins/authentication.ts'
import { documentation } from './plugins/documentation.ts'
import { answerError, errors } from './plugins/errors.ts'
import { metrics } from './plugins/metrics.ts'
import { rateLimits } from './plugins/rate-limits.ts'
import { describeRequest, RequestLog } from './request-log.ts'
import { makeRequestLogger } from './request-logger.ts'
import { appointmentRoutes } from './routes/appointments.ts'
import { auditRoutes } from './routes/audit.ts'
import { configRoutes, type EmbeddedProviders } from './routes/config.ts'
import { doctorRoutes } from './routes/doctors.ts'
import { healthRoutes } from './routes/health.ts'
import { imageRoutes } from './routes/images.ts'
import { paymentRoutes } from './routes/payments.ts'
import { stripeWebhookRoutes } from './routes/stripe-webhook.ts'
import { teamRoutes } from './routes/team.ts'
import { treatmentRoutes } from './routes/treatments.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { userAdminRoutes } from './routes/user-admin.ts'
import { userRoutes } from './routes/users.ts'
import { secureResponse } from './secure-response.ts'
import { securityHeaders } from './security-headers.ts'
import { trustOnly } from './trusted-proxies.ts'
import { refuseUnreadable } from './unreadable-requests.ts'

/** More than any payload of the API, in bytes. */
const BODY_LIMIT = 64 * 1024

/** How long a request may take to arrive, an upload included, in milliseconds. */
const ARRIVAL_LIMIT_MS = 120_000

/** How soon after its last answer a connection of a closing server is closed, in milliseconds. */
const FREED_WITHIN_MS = 50

/** An email of 254 characters, each of them written as %XX. */
const LONGEST_PARAMETER = 3 * 254

export interface AppDependencies {
  env: Env
  /** Migrated. */
  db: Database
  identity: IdentityProvider
  stripe: StripePort
  /** Made from `env` when absent. */
  images?: Images
  /** The process's log; made from `env` when absent. */
  logger?: Logger
  clock: () => Date
  /** What the browser has to know of the stand-ins for providers that are not configured. */
  embedded?: EmbeddedProviders
  /** Whatever else this origin serves: the sandbox's facades, the site. Their routes come last. */
  extraPlugins?: FastifyPluginAsync[]
  /** Called after each commit that wrote an event. */
  wakeRelay?: () => void
  /** Whether the queue answers, for `/readyz`. */
  queueAnswers?: () => Promise<boolean>
  /** How many jobs the queue holds by state, for `/metrics`. */
  queueDepth?: () => Promise<Record<string, number>>
}

/** What route plugins work with. */
export interface Services extends Omit<AppDependencies, 'logger' | 'clock' | 'extraPlugins'> {
  clinicClock: ClinicClock
  images: Images
  wakeRelay: () => void
}

/**
 * Puts the API together (design section 5). It does not listen and starts nothing.
 * @throws when a provider is neither configured nor embedded, or the key of the tokens cannot be kept
 */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { env, db, logger, clock, extraPlugins = [], ...rest } = dependencies
  const services: Services = {
    wakeRelay: () => {},
    ...rest,
    env,
    db,
    images: rest.images ?? (await openImages(env)),
    clinicClock: createClinicClock(env.clinic, clock),
  }
  const app = createServer(env, logger ?? createLogger(env))

  await app.register(rateLimits, { env })
  await app.register(errors)
  await app.register(authentication, { db, secret: env.jwtSecret ?? keepJwtSecret(env.dataDir) })
  await app.register(documentation)
  await app.register(metrics, services)

  await app.register(async (api) => {
    // Answers about people and free slots are true for the moment only.
    api.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store')
      done()
    })
    await api.register(healthRoutes, services)
    await api.register(configRoutes, services)
    await api.register(treatmentRoutes, services)
    await api.register(teamRoutes, services)
    await api.register(doctorRoutes, services)
    await api.register(imageRoutes, services)
    await api.register(uploadRoutes, services)
    await api.register(userRoutes, services)
    await api.register(userAdminRoutes, services)
    await api.register(appointmentRoutes, services)
    await api.register(paymentRoutes, services)
    await api.register(auditRoutes, services)
    await api.register(stripeWebhookRoutes, services)
  })

  for (const plugin of extraPlugins) await app.register(plugin)
  return app
}

function createServer(env: Env, logger: Logger): FastifyInstance {
  const always = securityHeaders(env)
  const loggerInstance: FastifyBaseLogger = logger.child(
    {},
    { serializers: { req: describeRequest } },
  )
  const app = Fastify({
    http: { ServerResponse: secureResponse(always) },
    loggerInstance,
    logController: new RequestLog(logger),
    childLoggerFactory: makeRequestLogger,
    genReqId: createRequestIds(),
    trustProxy: env.trustProxy && trustOnly(env.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: ARRIVAL_LIMIT_MS,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    // Addresses that cannot be read never reach the hooks.
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, tellId(request, reply))
      const { statusCode: status } = reply
      request.log.info({ ...describeRequest(request), status }, 'answered')
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, always),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // Calls take JSON only; plain text is Fastify's other default.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (request, reply, done) => {
    tellId(request, reply)
    done()
  })
  app.addHook('preClose', async () => closeFreedConnections(app.server))
  return app
}

/**
 * Lets a server that is closing go. Fastify closes the connections that are idle at that moment;
 * one whose request was still being answered would be kept for the next one, for a minute.
 */
function closeFreedConnections(server: Server): void {
  const timer = setInterval(() => server.closeIdleConnections(), FREED_WITHIN_MS).unref()
  server.once('close', () => clearInterval(timer))
}

/** Every answer carries the id under which it is in the log. */
function tellId(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header('x-request-id', request.id)
}

/** Makes names for requests: no other process gives the same ones. */
function createRequestIds(): () => string {
  const ofProcess = randomUUID()
  let count = 0
  return () => {
    count += 1
    return `${ofProcess}-${count}`
  }
}
