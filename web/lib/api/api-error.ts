import type { ErrorResponse } from '#contract/errors.ts'

interface Details extends ErrorResponse {
  status: number
  body?: unknown
  cause?: unknown
}

/**
 * A failed call. `message` is a sentence for users: the server's own below 500, ours otherwise.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 without a response (`code` is then `network` or `timeout`). */
  readonly status: number
  readonly code: string
  /** Problems by field of the payload; empty when the server names none. */
  readonly issues: NonNullable<ErrorResponse['issues']>
  /** The parsed body, for refusals with more than a message. */
  readonly body: unknown

  constructor({ status, code, message, issues = [], body, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.issues = issues
    this.body = body
  }
}

/** Whether a retry may succeed: no response, or a failure of the server. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}

/**
 * The `meta` of a query or mutation whose screen handles a refusal (403) itself: the refusal does
 * not log the user out.
 */
export const SHOWS_REFUSAL = { showsRefusal: true } as const
