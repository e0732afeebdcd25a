// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { fetched } from '#web/testing/fetched.ts'
import { configOptions, loadConfig } from './config.ts'

const config = {
  clinic: {
    today: '2022-06-05',
    nextDayIn: 2 * 3_600_000,
    lastDay: '2022-09-03',
    closures: [],
  },
  identity: { mode: 'emulator', apiKey: 'k', authDomain: 'localhost', projectId: 'demo-sprout' },
  payments: { publishableKey: 'pk_test_sprout' },
}

afterEach(() => vi.useRealTimers())

it('requests the settings once for all callers, and again after a failure', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(Promise.allSettled([loadConfig(), loadConfig()])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  expect(fetched).toHaveBeenCalledTimes(1)

  fetched.mockImplementation(async () => Response.json(config))
  const [first, second] = await Promise.all([loadConfig(), loadConfig()])
  expect(first).toMatchObject(config)
  expect(second).toBe(first)
  expect(await loadConfig()).toBe(first)
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('updates screens when the clinic’s next day begins', async () => {
  vi.useFakeTimers()
  fetched.mockImplementation(async () => Response.json(config))
  const screen = new QueryObserver(new QueryClient(), configOptions())
  const leave = screen.subscribe(() => undefined)
  const shown = () => screen.getCurrentResult().data?.clinic.today
  await expect.poll(() => shown()).toBe('2022-06-05')
  const askedBefore = fetched.mock.calls.length

  const tomorrow = {
    ...config,
    clinic: { ...config.clinic, today: '2022-06-06', nextDayIn: 24 * 3_600_000 },
  }
  fetched.mockImplementation(async () => Response.json(tomorrow))
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  expect(fetched).toHaveBeenCalledTimes(askedBefore)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(fetched).toHaveBeenCalledTimes(askedBefore + 1)
  await expect.poll(() => shown()).toBe('2022-06-06')
  leave()
})
