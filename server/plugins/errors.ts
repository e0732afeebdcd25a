import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorResponse } from '../../contract/errors.ts'
import { describeRefusal } from '../default-errors.ts'
import { HttpError } from '../http-error.ts'
import { describeIssues, summarizeIssues } from '../validation-issues.ts'

/** SQLite could not write or read just now: another process's lock, a full or failing disk. */
const DATABASE_TROUBLE = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/

/** When trying again makes sense after such a failure, in seconds. */
const RETRY_AFTER = 1

const JSON_REFUSALS: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
}

/**
 * One shape for every error (design section 5); below 500 for people, the cause of others in the log
 * only.
 */
export const errors = fastifyPlugin(async (app) => {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler({ preHandler: app.limitRequests }, () => {
    throw new HttpError(404, 'not_found', 'There is nothing at this address.')
  })
})

/** Answers an error; used as well for what goes wrong before there is a route. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toHttpError(error)
  if (refusal.statusCode >= 500) request.log.error({ err: error }, 'request failed')
  if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter)
  const { code, message, issues } = refusal
  return reply.code(refusal.statusCode).send({ code, message, issues } satisfies ErrorResponse)
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
  if (statusCode === 503 || DATABASE_TROUBLE.test(code)) {
    const message = 'The clinic’s server is busy. Please try again in a moment.'
    return new HttpError(503, 'unavailable', message, { retryAfter: retryAfter ?? RETRY_AFTER })
  }
  if (statusCode < 400 || statusCode >= 500) {
    return new HttpError(500, 'internal', 'Something went wrong at the clinic’s server.')
  }
  if (error instanceof HttpError) return error
  const [name, message] = describeRefusal(statusCode)
  return new HttpError(statusCode, name, JSON_REFUSALS[code] ?? message)
}
