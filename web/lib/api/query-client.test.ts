// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { otherParent, parent } from '#machines/testing/auth/auth-walks.ts'
import { clearSession, saveSession } from '../session.ts'
import { ApiError } from './api-error.ts'
import { queryClient } from './query-client.ts'

const MINUTE = 60_000

const failure = (status: number) => new ApiError({ status, code: 'x', message: 'x' })

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  clearSession()
  queryClient.clear()
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

/** The times at which a query that always fails is sent, in milliseconds since its start. */
async function tries(error: Error): Promise<number[]> {
  const start = Date.now()
  const times: number[] = []
  const outcome = queryClient
    .fetchQuery({
      queryKey: ['failing'],
      queryFn: () => {
        times.push(Date.now() - start)
        throw error
      },
      // fetchQuery alone does not retry; the screens' queries do.
      retry: queryClient.getDefaultOptions().queries?.retry,
    })
    .catch(() => undefined)
  await vi.runAllTimersAsync()
  await outcome
  return times
}

it.each([0, 500, 503])('retries 3 times after a failure that may pass (%s)', async (status) => {
  expect(await tries(failure(status))).toEqual([0, 1000, 3000, 7000])
})

it.each([400, 401, 403, 404, 409, 429])('does not retry a refused request (%s)', async (status) => {
  expect(await tries(failure(status))).toEqual([0])
})

it('waits at most 30 s between two attempts', () => {
  const delay = queryClient.getDefaultOptions().queries?.retryDelay
  if (typeof delay !== 'function') throw new Error('The delay has to depend on the try')
  expect([4, 5, 20].map((failures) => delay(failures, failure(0)))).toEqual([
    16_000, 30_000, 30_000,
  ])
})

it('reloads data only after 5 minutes', async () => {
  const queryFn = vi.fn(async () => 'answer')
  const options = { queryKey: ['once'], queryFn }
  await queryClient.fetchQuery(options)
  vi.advanceTimersByTime(5 * MINUTE - 1)
  await queryClient.fetchQuery(options)
  expect(queryFn).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await queryClient.fetchQuery(options)
  expect(queryFn).toHaveBeenCalledTimes(2)
})

it('sends requests even if the browser reports to be offline', async () => {
  onlineManager.setOnline(false)
  await expect(
    queryClient.fetchQuery({ queryKey: ['read'], queryFn: async () => 'answer' }),
  ).resolves.toBe('answer')
  const change = queryClient.getMutationCache().build(queryClient, {
    ...queryClient.getDefaultOptions().mutations,
    mutationFn: async () => 'changed',
  })
  await expect(change.execute(undefined)).resolves.toBe('changed')
})

it('clears the cache when another user logs in or the session ends, not when it is renewed', () => {
  saveSession({ accessToken: 'one', user: parent })
  queryClient.setQueryData(['own'], 'mine')
  saveSession({ accessToken: 'two', user: parent })
  expect(queryClient.getQueryData(['own'])).toBe('mine')

  saveSession({ accessToken: 'three', user: otherParent })
  expect(queryClient.getQueryData(['own'])).toBeUndefined()

  queryClient.setQueryData(['own'], 'mine')
  clearSession()
  expect(queryClient.getQueryData(['own'])).toBeUndefined()
})
