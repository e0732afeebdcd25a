import type { ErrorResponse } from '../../../contract/errors.ts'

interface Details extends ErrorResponse {
  status: number
  body?: unknown
  cause?: unknown
}

/**
 * A call that did not succeed. `message` is a sentence for people: the server's own below 500,
 * ours otherwise.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 when no answer came (`code` is then `network` or `timeout`). */
  readonly status: number
  readonly code: string
  /** What is wrong with which field of the payload; empty when the server names none. */
  readonly issues: NonNullable<ErrorResponse['issues']>
  /** The answer as it came, for calls whose refusals carry more than a message. */
  readonly body: unknown

  constructor({ status, code, message, issues = [], body, cause }: Details) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.issues = issues
    this.body = body
  }
}

/** Whether the same call may well succeed a moment later: no answer, or the server's own failure. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
