import type { ErrorResponse } from '../../../contract/errors.ts'
import { readSession } from '../session.ts'
import { ApiError } from './api-error.ts'
import { renewSession } from './session-renewal.ts'

/** A response of the server, from `fetch` or from an upload. */
export interface Answer {
  status: number
  text: string
}

/** Parses a response: a zod schema, or anything that throws on invalid input. */
export interface Reader<Output> {
  parse(answer: unknown): Output
}

/**
 * Sends a call with the session's access token. A 401 makes the session renew itself, and the
 * call is sent once more with the new token.
 */
export async function sendAsUser<Sent extends Answer>(
  send: (bearer: string | undefined) => Promise<Sent>,
): Promise<Sent> {
  const bearer = readSession()?.accessToken
  const answer = await send(bearer)
  if (answer.status !== 401 || !(await hasNewToken(bearer))) return answer
  return send(readSession()?.accessToken)
}

/** Another call or tab may have renewed the session during this call. */
async function hasNewToken(refused: string | undefined): Promise<boolean> {
  const current = readSession()?.accessToken
  return (current !== undefined && current !== refused) || renewSession()
}

/** Throws `ApiError` when the server refuses, or when `schema` rejects the response. */
export function readAnswer<Output>({ status, text }: Answer, schema: Reader<Output>): Output {
  const body = parse(text)
  if (status < 200 || status > 299) throw refusal(status, body)
  try {
    return schema.parse(body)
  } catch (cause) {
    throw new ApiError({
      status,
      code: 'unexpected_answer',
      message: 'The clinic’s server answered something unexpected. Please try again.',
      body,
      cause,
    })
  }
}

/** The error for a call without a response. */
export function noAnswer(code: 'network' | 'timeout', cause?: unknown): ApiError {
  return new ApiError({
    status: 0,
    code,
    message:
      code === 'timeout'
        ? 'The clinic’s server takes too long to answer. Please try again.'
        : 'The clinic’s server cannot be reached. Please check your connection and try again.',
    cause,
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's error page or an empty body: only the status is known.
    return undefined
  }
}

function refusal(status: number, body: unknown): ApiError {
  const { code, message, issues } = (body ?? {}) as Partial<ErrorResponse>
  return new ApiError({
    status,
    code: code ?? 'unknown',
    message:
      status < 500 && message
        ? message
        : 'Something went wrong at the clinic’s server. Please try again.',
    issues,
    body,
  })
}
