import * as auth from 'firebase/auth'
import { expect, it, vi } from 'vitest'
import { openFirebase } from './firebase.ts'

vi.mock('#words/en/language.ts', () => import('#words/es/language.ts'))
vi.mock('firebase/app', async (original) => ({
  ...(await original<typeof import('firebase/app')>()),
  initializeApp: () => ({}),
}))
vi.mock('firebase/auth', async (original) => ({
  ...(await original<typeof import('firebase/auth')>()),
  initializeAuth: vi.fn(),
  sendEmailVerification: vi.fn(),
  sendPasswordResetEmail: vi.fn(),
  verifyBeforeUpdateEmail: vi.fn(),
}))

it('asks for emails in Spanish, whose links name the language', async () => {
  vi.stubGlobal('location', { origin: 'https://sprout.example' })
  const currentUser = { email: 'old@example.com' }
  const opened = { currentUser, authStateReady: async () => undefined } as unknown as auth.Auth
  vi.mocked(auth.initializeAuth).mockReturnValue(opened)
  const config = { mode: 'firebase', apiKey: 'key', authDomain: 'here', projectId: 'demo' } as const
  const identity = await openFirebase(config)
  expect(opened.languageCode).toBe('es')

  const profile = { url: 'https://sprout.example/es/dashboard/profile' }
  await identity.sendPasswordReset({ email: 'old@example.com' })
  expect(auth.sendPasswordResetEmail).toHaveBeenCalledWith(opened, 'old@example.com', profile)
  await identity.sendEmailChange({ email: 'new@example.com' })
  expect(auth.verifyBeforeUpdateEmail).toHaveBeenCalledWith(currentUser, 'new@example.com', profile)
  await identity.sendEmailVerification()
  expect(auth.sendEmailVerification).toHaveBeenLastCalledWith(currentUser, profile)
  await identity.sendEmailVerification('/invitation/1?a=b')
  const invitation = { url: 'https://sprout.example/es/invitation/1?a=b' }
  expect(auth.sendEmailVerification).toHaveBeenLastCalledWith(currentUser, invitation)
})
