import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorResponse } from '#contract/errors.ts'
import { HttpError } from '#server/http/http-error.ts'

/** SQLite cannot read or write at the moment: another process's lock, a full or failing disk. */
const DATABASE_UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/

/** Seconds after which a retry makes sense then. */
const RETRY_AFTER = 1

/** Messages for errors of Fastify and Node themselves, by status. */
const DEFAULT_ERRORS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ['invalid_input', 'We couldn’t understand this request.'],
  408: ['too_slow', 'The request timed out.'],
  413: ['too_large', 'The request is too large.'],
  414: ['too_long', 'This URL is too long.'],
  415: [
    'unsupported_media_type',
    'This endpoint accepts JSON only (content-type: application/json).',
  ],
  431: ['too_large', 'The request headers are too large.'],
}

/** The same by Fastify's code, where it says more than the status. */
const JSON_ERRORS: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
}

/** Every error in one format; for 500 and above only the log has the cause. */
export const errors = fastifyPlugin(async (app) => {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler({ preHandler: app.limitRequests }, () => {
    throw new HttpError(404, 'not_found', 'Not found.')
  })
})

/** Responds with an error; also called for errors before routing. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode, code, message, issues, retryAfter } = toHttpError(error)
  if (statusCode >= 500) request.log.error({ err: error }, 'request failed')
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply.code(statusCode).send({ code, message, issues } satisfies ErrorResponse)
}

/** The code and message of an error that has only a status. */
export function describeStatus(status: number): readonly [code: string, message: string] {
  return DEFAULT_ERRORS[status] ?? ['refused', 'This request was refused.']
}

function toHttpError(error: unknown): HttpError {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = describeIssues(error.validation)
    return new HttpError(400, 'invalid_input', summarizeIssues(issues), { issues })
  }
  const {
    statusCode = 500,
    code = '',
    retryAfter,
  }: Partial<FastifyError & HttpError> = error instanceof Error ? error : {}
  if (statusCode === 503 || DATABASE_UNAVAILABLE.test(code)) {
    const message = 'Our server is busy. Please try again in a moment.'
    return new HttpError(503, 'unavailable', message, { retryAfter: retryAfter ?? RETRY_AFTER })
  }
  if (statusCode < 400 || statusCode >= 500) {
    return new HttpError(500, 'internal', 'Something went wrong on our end.')
  }
  if (error instanceof HttpError) return error
  const [name, message] = describeStatus(statusCode)
  return new HttpError(statusCode, name, JSON_ERRORS[code] ?? message)
}

type Issues = NonNullable<ErrorResponse['issues']>

/** Zod's own messages do not name the field; the contract's do. */
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
    path && UNNAMED_FIELD.test(message) ? `${path}: ${message}` : message,
  )
  return [...new Set(sentences)].join('. ')
}
