import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { createAvailability } from '#domain/availability/availability.ts'
import { createClinicClock } from '#domain/clinic-clock.ts'
import type { Env } from '#domain/config/env.ts'
import { offeredLanguages } from '#domain/config/offered-languages.ts'
import { readOrCreateJwtSecret } from '#domain/config/secret-file.ts'
import { watchAccounts } from '#domain/identity/account-watch.ts'
import { openImages } from '#domain/images/images.ts'
import { createLogger } from '#domain/logging/logger.ts'
import { createClaimTokens } from '#domain/notifications/content/claim-tokens.ts'
import {
  createRecallTokens,
  createUnsubscribeTokens,
} from '#domain/notifications/content/link-tokens.ts'
import { openClinic } from '#domain/schedule/clinic-details.ts'
import type { Routes } from '#server/http/route.ts'
import type { AppDependencies, Services } from '#server/http/services.ts'
import { speakLanguages } from '#server/http/spoken-language.ts'
import { readAddress } from '#words/read-address.ts'
import { authentication } from './plugins/authentication.ts'
import { compressResponses } from './plugins/compression.ts'
import { documentation } from './plugins/documentation.ts'
import { errors, sendError } from './plugins/errors.ts'
import { metrics } from './plugins/metrics.ts'
import { overload } from './plugins/overload.ts'
import { rateLimits } from './plugins/rate-limits.ts'
import { describeRequest, RequestLog } from './plugins/request-log.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { warnOfUnknownProxy } from './plugins/unknown-proxy.ts'
import { createRejector } from './plugins/unreadable-requests.ts'
import { auditRoutes } from './routes/audit.ts'
import { appointmentBlockRoutes } from './routes/booking/appointment-blocks.ts'
import { appointmentChangeRoutes } from './routes/booking/appointment-changes.ts'
import { appointmentSeriesRoutes } from './routes/booking/appointment-series.ts'
import { appointmentRoutes } from './routes/booking/appointments.ts'
import { calendarFeedRoutes } from './routes/calendar-feeds/calendar-feeds.ts'
import { claimRoutes } from './routes/claims/claims.ts'
import { configRoutes } from './routes/config.ts'
import { exportRoutes } from './routes/exports/exports.ts'
import { agendaRoutes } from './routes/front-desk/agenda.ts'
import { alertRoutes } from './routes/front-desk/alerts.ts'
import { cashPaymentRoutes } from './routes/front-desk/cash-payments.ts'
import { cashRefundRoutes } from './routes/front-desk/cash-refunds.ts'
import { contactMessageRoutes } from './routes/front-desk/contact-messages.ts'
import { correctionRoutes } from './routes/front-desk/corrections.ts'
import { doctorDayRoutes } from './routes/front-desk/doctor-day.ts'
import { familyRoutes } from './routes/front-desk/families.ts'
import { familyLinkRoutes } from './routes/front-desk/family-links.ts'
import { familySeriesRoutes } from './routes/front-desk/family-series.ts'
import { todoRoutes } from './routes/front-desk/todo.ts'
import { childRoutes } from './routes/guardians/children.ts'
import { guardianRoutes } from './routes/guardians/guardians.ts'
import { healthRoutes } from './routes/health.ts'
import { contactRoutes } from './routes/identity/contact.ts'
import { sessionRoutes } from './routes/identity/sessions.ts'
import { userAdminRoutes } from './routes/identity/user-admin.ts'
import { userRoutes } from './routes/identity/users.ts'
import { imageRoutes } from './routes/images/images.ts'
import { uploadRoutes } from './routes/images/uploads.ts'
import { importRoutes } from './routes/imports/imports.ts'
import { insightRoutes } from './routes/insights/insights.ts'
import { legalRoutes } from './routes/legal.ts'
import { checkUpPlanRoutes, checkUpRoutes } from './routes/next-visits/check-up-plan.ts'
import { nextVisitRoutes } from './routes/next-visits/next-visits.ts'
import { emailSettingsRoutes } from './routes/notifications/email-settings.ts'
import { mailWebhookRoutes } from './routes/notifications/mail-webhook.ts'
import { notificationRoutes } from './routes/notifications/notifications.ts'
import { cardRoutes } from './routes/payments/cards.ts'
import { paymentRoutes } from './routes/payments/payments.ts'
import { receiptRoutes } from './routes/payments/receipts.ts'
import { reconciliationRoutes } from './routes/payments/reconciliation.ts'
import { stripeWebhookRoutes } from './routes/payments/stripe-webhook.ts'
import { absenceRoutes } from './routes/schedule/absences.ts'
import { availableChangesRoutes } from './routes/schedule/available-changes.ts'
import { clinicRoutes } from './routes/schedule/clinic.ts'
import { doctorRoutes } from './routes/schedule/doctors.ts'
import { extraSessionRoutes } from './routes/schedule/extra-sessions.ts'
import { openingRoutes } from './routes/schedule/opening.ts'
import { scheduleRoutes } from './routes/schedule/schedule.ts'
import { scheduleConflictRoutes } from './routes/schedule/schedule-conflicts.ts'
import { siteRoutes } from './routes/schedule/site.ts'
import { translationRoutes } from './routes/schedule/translations.ts'
import { treatmentAdminRoutes } from './routes/schedule/treatment-admin.ts'
import { treatmentRoutes } from './routes/schedule/treatments.ts'
import { schedulingLinkRoutes } from './routes/scheduling-links/scheduling-links.ts'
import { secondCopyRoutes } from './routes/second-copy.ts'
import { waitlistRoutes } from './routes/waitlist/waitlist.ts'
import { webhookRoutes } from './routes/webhooks/webhooks.ts'
import { wellKnownRoutes } from './routes/well-known.ts'

/** The largest payload of the API in bytes, with a margin. */
const BODY_LIMIT = 64 * 1024

/** Time limit for receiving a request, including uploads. */
const REQUEST_TIMEOUT_MS = 120_000

/** How often a closing server closes its idle connections, in milliseconds. */
const CLOSE_IDLE_EVERY_MS = 50

const API_HEADERS = {
  // Responses with personal data or free slots must not be cached.
  'cache-control': 'no-store',
  // They are not pages: https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
}

const ROUTES: readonly Routes[] = [
  healthRoutes,
  wellKnownRoutes,
  configRoutes,
  clinicRoutes,
  openingRoutes,
  legalRoutes,
  siteRoutes,
  translationRoutes,
  secondCopyRoutes,
  exportRoutes,
  extraSessionRoutes,
  treatmentRoutes,
  availableChangesRoutes,
  treatmentAdminRoutes,
  doctorRoutes,
  imageRoutes,
  userRoutes,
  sessionRoutes,
  userAdminRoutes,
  appointmentRoutes,
  appointmentBlockRoutes,
  appointmentSeriesRoutes,
  appointmentChangeRoutes,
  waitlistRoutes,
  checkUpPlanRoutes,
  checkUpRoutes,
  nextVisitRoutes,
  childRoutes,
  guardianRoutes,
  cardRoutes,
  paymentRoutes,
  reconciliationRoutes,
  receiptRoutes,
  agendaRoutes,
  familyRoutes,
  familySeriesRoutes,
  familyLinkRoutes,
  claimRoutes,
  correctionRoutes,
  alertRoutes,
  absenceRoutes,
  doctorDayRoutes,
  todoRoutes,
  cashPaymentRoutes,
  cashRefundRoutes,
  scheduleRoutes,
  scheduleConflictRoutes,
  calendarFeedRoutes,
  schedulingLinkRoutes,
  webhookRoutes,
  auditRoutes,
  insightRoutes,
  notificationRoutes,
  contactRoutes,
  contactMessageRoutes,
]

/** Routes with bodies other than JSON. */
const WITH_OWN_BODIES = [
  uploadRoutes,
  importRoutes,
  emailSettingsRoutes,
  stripeWebhookRoutes,
  mailWebhookRoutes,
]

/** An email of 254 characters, each percent-encoded. */
const MAX_PARAMETER_LENGTH = 3 * 254

/**
 * Builds the API. It does not listen, and starts nothing in the background.
 * @throws when a provider is neither configured nor embedded, or the session key cannot be stored
 */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { env, db, logger, clock, extraPlugins = [], ...rest } = dependencies
  const clinic = openClinic(db, env)
  const clinicClock = createClinicClock(
    {
      timeZone: env.clinic.timeZone,
      get horizonDays() {
        return clinic.settings().bookingHorizonDays
      },
    },
    clock,
  )
  const secret = env.jwtSecret ?? readOrCreateJwtSecret(env.dataDir)
  const services: Services = {
    wakeRelay: () => {},
    ...rest,
    env,
    db,
    images: rest.images ?? (await openImages(env)),
    clinic,
    clinicClock,
    availability: createAvailability(db, clinicClock),
    unsubscribeTokens: createUnsubscribeTokens({ secret, siteUrl: env.siteUrl }),
    recallTokens: createRecallTokens({ secret, siteUrl: env.siteUrl }),
    claimTokens: createClaimTokens({ secret, siteUrl: env.siteUrl }),
  }
  const app = createServer(env, logger ?? createLogger(env))

  speakLanguages(app, { db, offered: offeredLanguages(env) })
  await app.register(authentication, {
    db,
    secret,
    watch: watchAccounts({
      db,
      identity: rest.identity,
      now: clinicClock.now,
      intervalMs: env.accountCheckSeconds * 1000,
      onError: (err) => app.log.warn({ err }, 'accounts could not be checked'),
    }),
    now: clinicClock.now,
    adminSecondFactor: env.adminSecondFactor,
  })
  await app.register(overload, { eventLoop: services.eventLoop })
  await app.register(rateLimits, { env })
  await app.register(errors)
  await app.register(documentation, { siteUrl: env.siteUrl })
  await app.register(metrics, services)

  await app.register(async (api) => {
    api.addHook('onRequest', (_request, reply, done) => {
      reply.headers(API_HEADERS)
      done()
    })
    compressResponses(api)
    for (const addRoutes of ROUTES) addRoutes(api, services)
    for (const plugin of WITH_OWN_BODIES) await api.register(plugin, services)
  })

  for (const plugin of extraPlugins) await app.register(plugin, services)
  return app
}

function createServer(env: Env, logger: Logger): FastifyInstance {
  const headers = securityHeaders(env)
  const loggerInstance: FastifyBaseLogger = logger.child(
    {},
    { serializers: { req: describeRequest } },
  )
  const rejector = createRejector(headers)
  // In every response: the security headers, and the request's id in the log.
  const setHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers(headers).header('x-request-id', request.id)
  const app = Fastify({
    loggerInstance,
    logController: new RequestLog(),
    genReqId: createRequestIds(),
    trustProxy: env.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    rewriteUrl: withoutLanguage,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    // Requests with an invalid URL do not reach the hooks.
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, setHeaders(request, reply))
      const { statusCode: status } = reply
      request.log.info({ ...describeRequest(request), status }, 'request completed')
    },
    clientErrorHandler: rejector.reject,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // The other content type that Fastify parses by default.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (request, reply, done) => {
    rejector.track(reply.raw)
    setHeaders(request, reply)
    done()
  })
  warnOfUnknownProxy(app)
  app.addHook('preClose', async () => closeIdleConnections(app.server))
  return app
}

/**
 * Mail programs unsubscribe by a `POST` to the address of the page, which begins with its language. Calls
 * have addresses without one.
 */
function withoutLanguage({ method, url = '/' }: { method?: string; url?: string }): string {
  const { language, path } = readAddress(url)
  return method === 'POST' && language !== 'en' ? path : url
}

/**
 * Fastify closes idle connections only when it starts to close. A connection that is busy at that moment
 * would stay open for its keep-alive time of over a minute.
 */
function closeIdleConnections(server: Server): void {
  const timer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref()
  server.once('close', () => clearInterval(timer))
}

/** Creates request ids that are unique across processes. */
function createRequestIds(): () => string {
  const processId = randomUUID()
  let count = 0
  return () => {
    count += 1
    return `${processId}-${count}`
  }
}
