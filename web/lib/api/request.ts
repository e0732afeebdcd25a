import type { ErrorResponse } from '#contract/errors.ts'
import * as words from '#words/en/account/api.ts'
import { readSession } from '../session.ts'
import { ApiError } from './api-error.ts'
import { TIME_LIMIT, takeResponse } from './first-requests.ts'
import { OWN_LANGUAGE } from './own-language.ts'
import { renewSession } from './session-renewal.ts'

/** Parses a response: a zod schema, or anything that throws on invalid input. */
export interface Schema<Output> {
  parse(body: unknown): Output
}

interface RequestOptions<Output> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  schema: Schema<Output>
  /**
   * The session's token, which the call needs; another token, which is not renewed; by default the
   * session's token if there is one, so that the call counts for its user instead of a shared address.
   */
  auth?: 'session' | { token: string }
  headers?: Record<string, string>
  /** Returns the response of a successful call without parsing it. */
  isFile?: boolean
  signal?: AbortSignal
}

/** A response of the server, from `fetch` or from an upload. */
export interface ReceivedResponse {
  status: number
  text: string
}

/**
 * Calls the server and reads its response: `request('/available?date=…', { schema: treatmentList })`.
 *
 * With `auth: 'session'` a 401 renews the session, and the call is repeated once with the new token.
 *
 * Throws `ApiError` when the server refuses, cannot be reached or takes longer than `TIME_LIMIT`, or
 * when `schema` rejects the response; the signal's reason when the caller aborts.
 */
export async function request<Output>(
  path: string,
  options: RequestOptions<Output>,
): Promise<Output> {
  return readResponse(await call(path, options), options.schema)
}

/** Like `request`, with the numbers in the response headers `countIn`; 0 for a missing header. */
export async function requestCounted<Output, const Headers extends readonly string[]>(
  path: string,
  options: RequestOptions<Output> & { countIn: Headers },
): Promise<{ body: Output; counts: { [Index in keyof Headers]: number } }> {
  const response = await call(path, options)
  const body = readResponse(response, options.schema)
  const counts = options.countIn.map((header) => Number(response.headers.get(header)))
  return { body, counts: counts as { [Index in keyof Headers]: number } }
}

/** Gets a file as the session's user; throws like `request`. */
export async function requestFile(path: string, { accept }: { accept: string }): Promise<Blob> {
  const options = { schema: anything, auth: 'session', headers: { accept }, isFile: true } as const
  const response = await call(path, options)
  readResponse(response, anything)
  return new Blob([response.file ?? response.text], { type: accept })
}

const anything: Schema<unknown> = { parse: (body) => body }

function call(path: string, options: RequestOptions<unknown>) {
  const { auth } = options
  if (auth === 'session') return sendAsUser((bearer) => send(path, options, bearer))
  return send(path, options, auth ? auth.token : readSession()?.accessToken)
}

async function send(
  path: string,
  { method = 'GET', body, signal, headers: extraHeaders, isFile }: RequestOptions<unknown>,
  bearer: string | undefined,
): Promise<ReceivedResponse & { headers: Headers; file?: ArrayBuffer }> {
  const headers = new Headers({ accept: 'application/json', ...OWN_LANGUAGE, ...extraHeaders })
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const limit = AbortSignal.timeout(TIME_LIMIT)
  try {
    const early = method === 'GET' && !isFile ? takeResponse(path, bearer) : undefined
    const response = await (early ??
      fetch(path, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      }))
    const { status, headers: received } = response
    if (isFile && response.ok) {
      return { status, headers: received, text: '', file: await response.arrayBuffer() }
    }
    return { status, headers: received, text: await response.text() }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw noResponse(isTimeout ? 'timeout' : 'network', cause)
  }
}

/**
 * Sends a call with the session's access token. After a 401 it renews the session, and sends the
 * call once more with the new token.
 */
export async function sendAsUser<Response extends ReceivedResponse>(
  send: (bearer: string | undefined) => Promise<Response>,
): Promise<Response> {
  const bearer = readSession()?.accessToken
  const response = await send(bearer)
  if (response.status !== 401 || !(await hasNewToken(bearer))) return response
  return send(readSession()?.accessToken)
}

/** Another call or tab may have renewed the session during this call. */
async function hasNewToken(rejected: string | undefined): Promise<boolean> {
  const current = readSession()?.accessToken
  return (current !== undefined && current !== rejected) || renewSession()
}

/** Throws `ApiError` when the server refuses, or when `schema` rejects the response. */
export function readResponse<Output>(
  { status, text }: ReceivedResponse,
  schema: Schema<Output>,
): Output {
  const body = parse(text)
  if (status < 200 || status > 299) throw refusal(status, body)
  try {
    return schema.parse(body)
  } catch (cause) {
    const message = words.unexpectedResponse
    throw new ApiError({ status, code: 'unexpected_response', message, body, cause })
  }
}

/** The error for a call without a response. */
export function noResponse(code: 'network' | 'timeout', cause?: unknown): ApiError {
  const message = code === 'timeout' ? words.timeout : words.noConnection
  return new ApiError({ status: 0, code, message, cause })
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
  const { code = 'unknown', message, issues } = (body ?? {}) as Partial<ErrorResponse>
  const hasReason = status < 500 && message
  return new ApiError({
    status,
    code,
    message: hasReason ? message : words.serverFailed,
    issues,
    body,
  })
}
