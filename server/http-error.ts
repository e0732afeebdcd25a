import type { ErrorResponse } from '../contract/errors.ts'

interface Details {
  issues?: ErrorResponse['issues']
  /** When trying again makes sense, in seconds: the Retry-After header. */
  retryAfter?: number
  cause?: unknown
}

/** A request that cannot be answered as asked; below 500 its message is for people. */
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
