import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorResponse } from '#contract/errors.ts'
import { type defaultRefusals, otherRefusal } from '#contract/refusals/default-refusals.ts'
import { HttpError, type Refused } from '#server/http/http-error.ts'
import { anyCall, refusalOf, refuse, unavailable } from '#server/http/refuse.ts'
import { inLanguageOf } from '#server/http/spoken-language.ts'
import { translate } from '#server/http/translate.ts'

/** SQLite cannot read or write now: another process has the lock, or the disk is full or failing. */
const DATABASE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/

/** After how many seconds a retry makes sense then. */
const RETRY_AFTER = 1

type Reason = Exclude<keyof typeof defaultRefusals, 'invalid_input' | 'too_many_requests'>

/** Reasons for errors of Fastify and Node, by status. */
const BY_STATUS: Readonly<Record<number, Reason>> = {
  400: 'unreadable',
  408: 'too_slow',
  413: 'too_large',
  414: 'too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
}

/** The same by Fastify's code, where it is more specific than the status. */
const JSON_ERRORS: Readonly<Record<string, Reason>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'empty_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'not_json',
}

/** All errors in one format; for 500 and above, only the log has the cause. */
export const errors = fastifyPlugin(async (app) => {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler({ preHandler: app.limitRequests }, () => {
    throw refuse(anyCall, 'not_found')
  })
})

/** Responds with an error; also called for errors before routing. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, code, message, issues, retryAfter } = inLanguageOf(request, () =>
    toHttpError(error),
  )
  if (statusCode >= 500) request.log.error({ err: error }, 'request failed')
  if (retryAfter) reply.header('retry-after', retryAfter)
  // The message is in the language of one caller, and the route may have allowed caches to store its answer.
  reply.header('cache-control', 'no-store')
  return reply.code(statusCode).send({ code, message, issues } satisfies ErrorResponse)
}

/** Code and message for an error that only has a status. */
export function describeStatus(status: number): Refused {
  const reason = BY_STATUS[status]
  if (reason) return refusalOf(anyCall, reason)
  return { ...refusalOf({ refusals: otherRefusal }, 'refused'), status }
}

function toHttpError(error: unknown): HttpError {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const english = describeIssues(error.validation)
    const issues = english.map(({ path, message }) => ({ path, message: translate(message) }))
    const refused = refusalOf(anyCall, 'invalid_input', { problems: summarizeIssues(english) })
    return new HttpError({ ...refused, issues })
  }
  const {
    statusCode = 500,
    code = '',
    retryAfter,
  }: Partial<FastifyError & HttpError> = error instanceof Error ? error : {}
  if (statusCode === 503 || DATABASE_UNAVAILABLE.test(code)) {
    return unavailable({ retryAfter: retryAfter ?? RETRY_AFTER })
  }
  if (statusCode < 400 || statusCode >= 500) {
    return refuse(anyCall, 'internal')
  }
  if (error instanceof HttpError) return error
  const reason = JSON_ERRORS[code]
  return new HttpError(reason ? refusalOf(anyCall, reason) : describeStatus(statusCode))
}

type Issues = NonNullable<ErrorResponse['issues']>

/** Zod's own messages do not name the field, unlike the contract's. */
const UNNAMED_FIELD = /^(Invalid|Too|Unrecognized)/

/** The invalid fields; `path` is '' for the whole body. */
function describeIssues(validation: readonly FastifySchemaValidationError[]): Issues {
  return validation.map(({ instancePath, message = 'Invalid' }) => ({
    path: instancePath.slice(1).replaceAll('/', '.'),
    message,
  }))
}

function summarizeIssues(issues: Issues): string {
  const sentences = issues.map(({ path, message }) =>
    path && UNNAMED_FIELD.test(message) ? `${path}: ${translate(message)}` : translate(message),
  )
  return [...new Set(sentences)].join('. ')
}
