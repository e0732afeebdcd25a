import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadConfig } from '../api/config.ts'
import { openFirebase } from './firebase.ts'
import type { Identity } from './port.ts'

vi.mock('../api/config.ts')
vi.mock('./firebase.ts')

const config = { mode: 'emulator', apiKey: 'key', authDomain: 'here', projectId: 'demo' } as const

function provider() {
  return {
    signIn: vi.fn<Identity['signIn']>().mockResolvedValue({ kind: 'signedIn' }),
    onIdentityChanged: vi.fn<Identity['onIdentityChanged']>(),
  }
}

beforeEach(() => {
  vi.resetModules()
  vi.mocked(loadConfig).mockResolvedValue({ identity: config } as Awaited<
    ReturnType<typeof loadConfig>
  >)
})

afterEach(() => vi.resetAllMocks())

it('opens the provider once, on the first call, with the server’s configuration', async () => {
  const opened = provider()
  vi.mocked(openFirebase).mockResolvedValue(opened as Partial<Identity> as Identity)
  const identity = await import('./index.ts')
  expect(openFirebase).not.toHaveBeenCalled()

  await identity.prepare()
  const form = { email: 'p@example.test', password: 'secret1' }
  expect(await identity.signIn(form)).toEqual({ kind: 'signedIn' })
  expect(opened.signIn).toHaveBeenCalledWith(form)
  expect(openFirebase).toHaveBeenCalledExactlyOnceWith(config)
})

it('tries again after a failure to load', async () => {
  vi.mocked(loadConfig).mockRejectedValueOnce(new Error('offline'))
  vi.mocked(openFirebase).mockResolvedValue(provider() as Partial<Identity> as Identity)
  const identity = await import('./index.ts')

  await expect(identity.prepare()).rejects.toThrow('offline')
  await expect(identity.prepare()).resolves.toBeUndefined()
})

it('listens for changes once the provider is there, unless stopped before', async () => {
  const opened = provider()
  const stopAtProvider = vi.fn()
  opened.onIdentityChanged.mockReturnValue(stopAtProvider)
  vi.mocked(openFirebase).mockResolvedValue(opened as Partial<Identity> as Identity)
  const identity = await import('./index.ts')
  const early = vi.fn()
  const listener = vi.fn()

  identity.onIdentityChanged(early)()
  const stop = identity.onIdentityChanged(listener)
  await identity.prepare()
  expect(opened.onIdentityChanged).toHaveBeenCalledExactlyOnceWith(listener)
  stop()
  expect(stopAtProvider).toHaveBeenCalledOnce()
})
