import type { FastifyPluginAsync } from 'fastify'
import {
  MAIL_SIGNATURE,
  mailReport,
  mailReportResponse,
} from '#contract/notifications/notifications.ts'
import { receiveMailReport } from '#contract/notifications/notifications-refusals.ts'
import { isSignedMailReport, recordMailReport } from '#domain/notifications/sending/mail-reports.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { refuse } from '#server/http/refuse.ts'
import { ERRORS } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { ALWAYS_ANSWERED } from '#server/plugins/overload.ts'
import { acceptRawBody } from '#server/plugins/raw-body.ts'

/** In bytes; a report is a few hundred. */
const BODY_LIMIT = 8 * 1024

/** How many rejected reports one address may send per minute. */
const MAX_FAILURES = 30

/** `POST /webhooks/mail`: reports of bounced emails (docs/requirements.md#mail-webhook). */
export const mailWebhookRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { db, env, clinicClock } = services
  const failures = app.limitLate({ name: 'mail-webhook', perMinute: MAX_FAILURES })

  acceptRawBody(app, BODY_LIMIT)

  app.post(
    '/webhooks/mail',
    {
      config: { rateLimit: false, ...ALWAYS_ANSWERED, ...receiveMailReport },
      onRequest: async (request) => {
        failures.check(request)
        if (env.mailWebhookSecret === undefined) throw refuse(receiveMailReport, 'not_found')
      },
      schema: {
        operationId: 'receiveMailReport',
        tags: ['incoming-webhooks'],
        summary: 'A mail server’s report of a bounced email (signature required)',
        response: { 200: mailReportResponse, ...ERRORS },
      },
    },
    async (request) => {
      const { headers, body } = request
      const secret = env.mailWebhookSecret ?? ''
      const header = headers[MAIL_SIGNATURE]
      const isSigned =
        body instanceof Buffer && isSignedMailReport(header, { body, secret, now: new Date() })
      if (!isSigned) {
        await failures.count(request)
        throw refuse(receiveMailReport, 'bad_signature')
      }
      const report = mailReport.safeParse(parseJson(body))
      if (!report.success) throw refuse(receiveMailReport, 'invalid')
      await writeTransaction(db, (tx) => recordMailReport(tx, report.data, clinicClock.now()))
      return { received: true as const }
    },
  )
}

/** The parsed body; undefined when it is not JSON. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
