import { type Answer, noAnswer, type Reader, readAnswer, sendAsUser } from './answer.ts'

/** Timeout in milliseconds. */
export const TIME_LIMIT = 30_000

export interface RequestOptions<Output> {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  schema: Reader<Output>
  /** Sends no token (default), the session's token, or the provider's ID token. */
  auth?: 'session' | { idToken: string }
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Calls the server and reads its answer: `request('/available?date=…', { schema: treatmentList })`.
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
  return readAnswer(await ask(path, options), options.schema)
}

/** One page of a list, and the number of items on all pages. */
export interface Page<Item> {
  items: Item[]
  total: number
}

/** Like `request`, for a page of a list; `totalIn` is the header with the total number of items. */
export async function requestPage<Item>(
  path: string,
  options: RequestOptions<Item[]> & { totalIn: string },
): Promise<Page<Item>> {
  const answer = await ask(path, options)
  const items = readAnswer(answer, options.schema)
  return { items, total: Number(answer.headers.get(options.totalIn) ?? items.length) }
}

interface FullAnswer extends Answer {
  headers: Headers
}

function ask(path: string, options: RequestOptions<unknown>): Promise<FullAnswer> {
  const { auth } = options
  if (auth === 'session') return sendAsUser((bearer) => send(path, options, bearer))
  return send(path, options, auth?.idToken)
}

async function send(
  path: string,
  { method = 'GET', body, signal, headers: extraHeaders }: RequestOptions<unknown>,
  bearer: string | undefined,
): Promise<FullAnswer> {
  const headers = new Headers({ accept: 'application/json', ...extraHeaders })
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const limit = AbortSignal.timeout(TIME_LIMIT)
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw noAnswer(isTimeout ? 'timeout' : 'network', cause)
  }
}
