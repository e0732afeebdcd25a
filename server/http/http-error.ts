import type { ErrorResponse } from '#contract/errors.ts'

/** The content of an error response; `refusalOf` makes it from a call's declared refusals. */
export interface Refused<Code extends string = string> extends ErrorResponse {
  status: number
  code: Code
}

interface Details {
  /** After how many seconds a retry makes sense: the Retry-After header. */
  retryAfter?: number
  cause?: unknown
}

/** A request that ends with an error status. Users see its message when the status is below 500. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly statusCode: number
  readonly code: string
  readonly issues: ErrorResponse['issues']
  readonly retryAfter: number | undefined

  constructor({ status, code, message, issues }: Refused, { retryAfter, cause }: Details = {}) {
    super(message, { cause })
    this.statusCode = status
    this.code = code
    this.issues = issues
    this.retryAfter = retryAfter
  }
}
