import type { ErrorResponse } from '../../server/contract/errors.ts'
import { readSession } from '../auth/session.ts'
import { ApiError } from './api-error.ts'
import { renewSession } from './session-renewal.ts'

/** A call is given up after this many milliseconds. */
export const TIME_LIMIT = 30_000

/** What reads an answer: a zod schema of the contract, or anything that throws at what it refuses. */
export interface Reader<Output> {
  parse(answer: unknown): Output
}

export interface RequestOptions<Output> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  schema: Reader<Output>
  /** Who asks: nobody in particular, the session's user, or the holder of the provider's ID token. */
  auth?: 'session' | { idToken: string }
  signal?: AbortSignal
}

/**
 * Calls the server and reads its answer: `request('/available?date=…', { schema: treatmentList })`.
 *
 * With `auth: 'session'` a 401 makes the session renew itself, and the call is made once more
 * with the new token (design section 6.3).
 *
 * Throws `ApiError` when the server refuses, cannot be reached, takes longer than `TIME_LIMIT` or
 * answers something that `schema` does not know; the signal's own reason when the caller aborts.
 */
export async function request<Output>(
  path: string,
  options: RequestOptions<Output>,
): Promise<Output> {
  const { auth, schema } = options
  let bearer = auth === 'session' ? readSession()?.accessToken : auth?.idToken
  let response = await send(path, options, bearer)
  if (response.status === 401 && auth === 'session' && (await hasNewToken(bearer))) {
    bearer = readSession()?.accessToken
    response = await send(path, options, bearer)
  }
  const answer = await readBody(response, options.signal)
  if (!response.ok) throw refusal(response.status, answer)
  try {
    return schema.parse(answer)
  } catch (cause) {
    throw new ApiError({
      status: response.status,
      code: 'unexpected_answer',
      message: 'The clinic’s server answered something unexpected. Please try again.',
      body: answer,
      cause,
    })
  }
}

/** Another call or another tab may have renewed the session while this call was under way. */
async function hasNewToken(refused: string | undefined): Promise<boolean> {
  const current = readSession()?.accessToken
  return (current !== undefined && current !== refused) || renewSession()
}

async function send(
  path: string,
  { method = 'GET', body, signal }: RequestOptions<unknown>,
  bearer: string | undefined,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const limit = AbortSignal.timeout(TIME_LIMIT)
  try {
    return await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
  } catch (cause) {
    throw failure(cause, signal)
  }
}

async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    throw failure(cause, signal)
  }
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's error page, or nothing at all: the status says what there is to say.
    return undefined
  }
}

function failure(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const timeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError({
    status: 0,
    code: timeout ? 'timeout' : 'network',
    message: timeout
      ? 'The clinic’s server takes too long to answer. Please try again.'
      : 'The clinic’s server cannot be reached. Please check your connection and try again.',
    cause,
  })
}

function refusal(status: number, answer: unknown): ApiError {
  const { code, message, issues } = (answer ?? {}) as Partial<ErrorResponse>
  return new ApiError({
    status,
    code: code ?? 'unknown',
    message:
      status < 500 && message
        ? message
        : 'Something went wrong at the clinic’s server. Please try again.',
    issues,
    body: answer,
  })
}
