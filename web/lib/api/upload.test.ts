// @vitest-environment jsdom
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { clearSession, saveSession } from '../session.ts'
import { ApiError } from './api-error.ts'
import { provideRenewal } from './session-renewal.ts'
import { uploadImage } from './upload.ts'

const picture = new File(['x'.repeat(200_000)], 'me.png', { type: 'image/png' })
const stored = { success: true, data: { url: '/images/1' } }

const answer = vi.fn<(bearer: string | undefined, body: string) => [number, unknown]>()

/** Listens where jsdom's own requests may go. */
const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'authorization')
  if (request.method === 'OPTIONS') return response.writeHead(204).end()
  const [status, body] = answer(request.headers.authorization, await text(request))
  if (status > 0) response.writeHead(status).end(JSON.stringify(body))
})

/** '/images' on that server. */
let path: Parameters<typeof uploadImage>[0]

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  path = `http://127.0.0.1:${(server.address() as AddressInfo).port}/images` as typeof path
})

beforeEach(() => saveSession({ accessToken: 'ours', user: parent }))

afterEach(() => {
  clearSession()
  vi.resetAllMocks()
  vi.useRealTimers()
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('sends the image as the session’s user, and reports progress', async () => {
  answer.mockReturnValue([201, stored])
  const onProgress = vi.fn<(sent: number) => void>()
  await expect(uploadImage(path, picture, { onProgress })).resolves.toBe('/images/1')
  const [bearer, body] = answer.mock.calls[0] ?? []
  expect(bearer).toBe('Bearer ours')
  expect(body).toContain('name="image"; filename="me.png"')
  expect(body).toContain('x'.repeat(200_000))
  expect(onProgress).toHaveBeenLastCalledWith(1)
})

it('repeats the upload with a new token after a 401', async () => {
  answer.mockReturnValueOnce([401, { code: 'unauthorized', message: 'Please log in.' }])
  answer.mockReturnValueOnce([201, stored])
  onTestFinished(
    provideRenewal(async () => {
      saveSession({ accessToken: 'new', user: parent })
      return true
    }),
  )
  await expect(uploadImage(path, picture)).resolves.toBe('/images/1')
  expect(answer.mock.calls.map(([bearer]) => bearer)).toEqual(['Bearer ours', 'Bearer new'])
})

it('reports why the server rejects the image', async () => {
  answer.mockReturnValue([415, { code: 'unsupported_media_type', message: 'This is no image.' }])
  await expect(uploadImage(path, picture)).rejects.toMatchObject({
    name: 'ApiError',
    status: 415,
    message: 'This is no image.',
  })
})

it('reports that the server cannot be reached', async () => {
  const nowhere = 'http://127.0.0.1:1/images' as typeof path
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const error = await uploadImage(nowhere, picture).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 0, code: 'network' })
})

it('aborts an upload without progress for 30 seconds', async () => {
  const asked = Promise.withResolvers<void>()
  answer.mockImplementation(() => {
    asked.resolve()
    return [0, null]
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const uploading = uploadImage(path, picture).catch((reason: unknown) => reason)
  // Waiting by polls would advance the clock.
  await asked.promise
  const ended = vi.fn()
  void uploading.then(ended)
  await vi.advanceTimersByTimeAsync(29_999)
  expect(ended).not.toHaveBeenCalled()
  // The last progress event may come late, and starts the half minute again.
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await uploading).toMatchObject({ code: 'timeout' })
})
