import type { ErrorResponse } from '#contract/errors.ts'

interface Details {
  issues?: ErrorResponse['issues']
  /** Seconds after which a retry makes sense: the Retry-After header. */
  retryAfter?: number
  cause?: unknown
}

/**
 * A request that ends with an error status.
 * @param message shown to users when the status is below 500
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly code: string
  readonly issues: ErrorResponse['issues']
  readonly retryAfter: number | undefined

  constructor(statusCode: number, code: string, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.statusCode = statusCode
    this.code = code
    this.issues = details.issues
    this.retryAfter = details.retryAfter
  }
}

/** A request of which one field is refused, for the form to show beside it. */
export function refusedField(
  statusCode: number,
  code: string,
  path: string,
  message: string,
): HttpError {
  return new HttpError(statusCode, code, message, { issues: [{ path, message }] })
}

/** 400: a field says what the clinic cannot use. */
export const invalidInput = (path: string, message: string) =>
  refusedField(400, 'invalid_input', path, message)

/** 409: what is asked for does not go together with what there is. */
export const conflict = (code: string, message: string) => new HttpError(409, code, message)
