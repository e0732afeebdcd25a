// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { loadConfig } from './config.ts'

const config = {
  clinic: {
    timeZone: 'America/Los_Angeles',
    today: '2022-06-05',
    lastDay: '2022-09-03',
    closures: [],
  },
  identity: { mode: 'emulator', apiKey: 'k', authDomain: 'localhost', projectId: 'demo-sprout' },
  payments: { publishableKey: 'pk_test_sprout' },
}

afterEach(() => {
  vi.unstubAllGlobals()
})

it('asks once for everyone, and again only after a failure', async () => {
  const fetched = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetched)
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(Promise.allSettled([loadConfig(), loadConfig()])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  expect(fetched).toHaveBeenCalledTimes(1)

  fetched.mockImplementation(async () => new Response(JSON.stringify(config)))
  const [first, second] = await Promise.all([loadConfig(), loadConfig()])
  expect(first).toMatchObject(config)
  expect(second).toBe(first)
  expect(await loadConfig()).toBe(first)
  expect(fetched).toHaveBeenCalledTimes(2)
})
