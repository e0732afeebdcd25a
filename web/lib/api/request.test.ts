// @vitest-environment jsdom
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { fetched } from '#web/testing/fetched.ts'
import { clearSession, readSession, saveSession } from '../session.ts'
import { ApiError } from './api-error.ts'
import { startRequests } from './first-requests.ts'
import { request, requestCounted } from './request.ts'
import { provideRenewal } from './session-renewal.ts'

const schema = z.object({ hello: z.string() })

const json = (body: unknown, status = 200) => Response.json(body, { status })

/** The bearer tokens of the requests so far; null for a request without one. */
function bearers() {
  return fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
}

afterEach(() => {
  clearSession()
  vi.restoreAllMocks()
})

it('sends JSON and reads the response with the schema', async () => {
  fetched.mockResolvedValue(json({ hello: 'you', more: 1 }))
  await expect(request('/hello', { method: 'POST', body: { a: 1 }, schema })).resolves.toEqual({
    hello: 'you',
  })
  const sent = { method: 'POST', body: '{"a":1}' }
  expect(fetched).toHaveBeenCalledWith('/hello', expect.objectContaining(sent))
  const [, init] = fetched.mock.calls[0] ?? []
  expect(new Headers(init?.headers).get('content-type')).toBe('application/json')
  expect(bearers()).toEqual([null])
})

it('uses the response of a request that was started with the page, once', async () => {
  const session = { accessToken: 'first', user: parent }
  saveSession(session)
  fetched.mockImplementation(async () => json({ hello: 'you' }))
  startRequests(['/hello?of=:email', '/config'], session)
  const path = '/hello?of=parent%40example.com'
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([path, '/config'])
  expect(bearers()).toEqual(['Bearer first', 'Bearer first'])

  await expect(request(path, { schema, auth: 'session' })).resolves.toEqual({ hello: 'you' })
  await expect(request('/config', { schema })).resolves.toEqual({ hello: 'you' })
  expect(fetched).toHaveBeenCalledTimes(2)
  await request(path, { schema, auth: 'session' })
  expect(fetched).toHaveBeenCalledTimes(3)
})

it('does not use a response for another session', async () => {
  fetched.mockImplementation(async () => json({ hello: 'you' }))
  startRequests(['/hello'], { accessToken: 'another', user: parent })
  saveSession({ accessToken: 'mine', user: parent })
  await request('/hello', { schema, auth: 'session' })
  expect(bearers()).toEqual(['Bearer another', 'Bearer mine'])
})

it('reports a failed request that was started with the page like any other', async () => {
  const session = { accessToken: 'first', user: parent }
  saveSession(session)
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  startRequests(['/hello'], session)
  await expect(request('/hello', { schema, auth: 'session' })).rejects.toMatchObject({
    code: 'network',
  })
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('reads numbers from headers, 0 if absent', async () => {
  const options = { schema, countIn: ['x-shared', 'x-proposed'] as const }
  fetched.mockResolvedValue(new Response('{"hello":"you"}', { headers: { 'x-shared': '2' } }))
  await expect(requestCounted('/one', options)).resolves.toMatchObject({ counts: [2, 0] })
  fetched.mockResolvedValue(json({ hello: 'you' }))
  await expect(requestCounted('/one', options)).resolves.toEqual({
    body: { hello: 'you' },
    counts: [0, 0],
  })
})

it('names the user in requests that need none, so that they do not count for the address', async () => {
  saveSession({ accessToken: 'ours', user: parent })
  fetched.mockImplementation(async () => json({ hello: 'you' }))
  await request('/public', { schema })
  await request('/own', { schema, auth: 'session' })
  await request('/exchange', { schema, auth: { token: 'theirs' } })
  clearSession()
  await request('/public', { schema })
  expect(bearers()).toEqual(['Bearer ours', 'Bearer ours', 'Bearer theirs', null])
})

it("passes on the server's message, code and issues below 500", async () => {
  const issues = [{ path: 'phone', message: 'Phone is required' }]
  fetched.mockResolvedValue(json({ code: 'bad_input', message: 'Phone is required', issues }, 400))
  const error = await request('/hello', { schema }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 400,
    code: 'bad_input',
    message: 'Phone is required',
    issues,
  })
})

it.each([
  ['an error of its own', json({ code: 'internal', message: 'SQLITE_BUSY' }, 500)],
  ['a page of a proxy', new Response('<html>Bad gateway</html>', { status: 502 })],
])('hides errors inside the server from users: %s', async (_, response) => {
  fetched.mockResolvedValue(response)
  await expect(request('/hello', { schema })).rejects.toMatchObject({
    status: response.status,
    message: 'Something went wrong on our end. Please try again.',
    issues: [],
  })
})

it('rejects a response that does not match the schema', async () => {
  fetched.mockResolvedValue(json({ hello: 7 }))
  await expect(request('/hello', { schema })).rejects.toMatchObject({ code: 'unexpected_response' })
})

it('explains that the server cannot be reached', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(request('/hello', { schema })).rejects.toMatchObject({
    status: 0,
    code: 'network',
    message: 'We can’t reach our server. Check your connection and try again.',
  })
})

it('treats an incomplete response as none', async () => {
  const broken = new ReadableStream({
    start: (stream) => stream.error(new TypeError('network error')),
  })
  fetched.mockResolvedValue(new Response(broken))
  await expect(request('/hello', { schema })).rejects.toMatchObject({ code: 'network' })
})

it.each([
  ['alone', undefined],
  ['beside the caller’s own signal', new AbortController().signal],
])('gives up after 30 seconds, %s', async (_, signal) => {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  fetched.mockImplementation(rejectWhenAborted)
  const answer = request('/hello', { schema, signal })
  limit.abort(new DOMException('', 'TimeoutError'))
  await expect(answer).rejects.toMatchObject({ status: 0, code: 'timeout' })
  expect(timeout).toHaveBeenCalledWith(30_000)
})

it('rejects with the caller’s reason when the caller aborts', async () => {
  fetched.mockImplementation(rejectWhenAborted)
  const caller = new AbortController()
  const answer = request('/hello', { schema, signal: caller.signal })
  const reason = new Error('left the page')
  caller.abort(reason)
  await expect(answer).rejects.toBe(reason)
})

function rejectWhenAborted(_: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })
}

it('renews the session once for all requests with 401, and repeats each of them', async () => {
  saveSession({ accessToken: 'old', user: parent })
  fetched.mockImplementation(async (_, init) =>
    new Headers(init?.headers).get('authorization') === 'Bearer new'
      ? json({ hello: 'again' })
      : json({ code: 'unauthorized', message: 'Who are you?' }, 401),
  )
  const renew = vi.fn(async () => {
    await Promise.resolve()
    saveSession({ accessToken: 'new', user: parent })
    return true
  })
  onTestFinished(provideRenewal(renew))
  const calls = ['/one', '/two', '/three'].map((path) => request(path, { schema, auth: 'session' }))
  await expect(Promise.all(calls)).resolves.toEqual(Array(3).fill({ hello: 'again' }))
  expect(renew).toHaveBeenCalledTimes(1)
  expect(fetched).toHaveBeenCalledTimes(6)
})

it('uses the new token of another tab instead of renewing', async () => {
  saveSession({ accessToken: 'old', user: parent })
  const renew = vi.fn(async () => true)
  onTestFinished(provideRenewal(renew))
  fetched.mockImplementationOnce(async () => {
    saveSession({ accessToken: 'new', user: parent })
    return json({}, 401)
  })
  fetched.mockImplementationOnce(async () => json({ hello: 'again' }))
  await request('/own', { schema, auth: 'session' })
  expect(renew).not.toHaveBeenCalled()
  expect(bearers()).toEqual(['Bearer old', 'Bearer new'])
})

it('reports the 401 if the session cannot be renewed or the new token is rejected', async () => {
  saveSession({ accessToken: 'old', user: parent })
  fetched.mockImplementation(async () => json({ code: 'unauthorized', message: 'No' }, 401))
  await expect(request('/own', { schema, auth: 'session' })).rejects.toMatchObject({ status: 401 })
  expect(fetched).toHaveBeenCalledTimes(1)

  onTestFinished(provideRenewal(async () => true))
  await expect(request('/own', { schema, auth: 'session' })).rejects.toMatchObject({ status: 401 })
  expect(fetched).toHaveBeenCalledTimes(3)
  expect(readSession()).not.toBeNull()
})

it('does not renew for requests without the session', async () => {
  const renew = vi.fn(async () => true)
  onTestFinished(provideRenewal(renew))
  fetched.mockImplementation(async () => json({ code: 'unauthorized', message: 'No' }, 401))
  const token = 'theirs'
  await expect(request('/x', { schema, auth: { token } })).rejects.toMatchObject({ status: 401 })
  expect(renew).not.toHaveBeenCalled()
})
