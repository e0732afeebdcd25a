import type { ErrorResponse } from '../../../contract/errors.ts'
import { readSession } from '../session.ts'
import { ApiError } from './api-error.ts'
import { renewSession } from './session-renewal.ts'

/** What came back from the server, whichever way it was asked. */
export interface Answer {
  status: number
  text: string
}

/** What reads an answer: a zod schema of the contract, or anything that throws at what it refuses. */
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

/** Another call or another tab may have renewed the session while this call was under way. */
async function hasNewToken(refused: string | undefined): Promise<boolean> {
  const current = readSession()?.accessToken
  return (current !== undefined && current !== refused) || renewSession()
}

/** Throws `ApiError` when the server refuses, or answers something that `schema` does not know. */
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
    // A proxy's error page, or nothing at all: the status says what there is to say.
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
