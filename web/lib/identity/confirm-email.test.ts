import * as auth from 'firebase/auth'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openFirebase } from './firebase.ts'

vi.mock('firebase/app', async (original) => ({
  ...(await original<typeof import('firebase/app')>()),
  initializeApp: () => ({}),
}))
vi.mock('firebase/auth', async (original) => ({
  ...(await original<typeof import('firebase/auth')>()),
  initializeAuth: vi.fn(),
  checkActionCode: vi.fn(),
  applyActionCode: vi.fn(),
}))

const config = { mode: 'firebase', apiKey: 'key', authDomain: 'here', projectId: 'demo' } as const
const OLD = 'old@example.com'
const NEW = 'new@example.com'
const { VERIFY_EMAIL, VERIFY_AND_CHANGE_EMAIL, RECOVER_EMAIL } = auth.ActionCodeOperation

/** The provider with that user logged in, and its answer about the code. */
async function open(user: string | null, operation: string, data: object) {
  const currentUser = user === null ? null : { email: user }
  const opened = { currentUser, authStateReady: async () => undefined }
  vi.mocked(auth.initializeAuth).mockReturnValue(opened as unknown as auth.Auth)
  vi.mocked(auth.checkActionCode).mockResolvedValue({ operation, data } as auth.ActionCodeInfo)
  return openFirebase(config)
}

beforeEach(() => vi.clearAllMocks())

describe('the code of a link', () => {
  it.each([
    ['confirms the email of the user', OLD, VERIFY_EMAIL, { email: OLD }, { kind: 'confirmed' }],
    [
      'changes the email of the user with the old one',
      OLD,
      VERIFY_AND_CHANGE_EMAIL,
      { email: NEW, previousEmail: OLD },
      { kind: 'changed', email: NEW },
    ],
    ['undoes a change without a login', null, RECOVER_EMAIL, { email: OLD }, { kind: 'confirmed' }],
  ])('%s', async (_name, user, operation, data, expected) => {
    const identity = await open(user, operation, data)
    await expect(identity.confirmEmail({ code: 'code' })).resolves.toEqual(expected)
    expect(auth.applyActionCode).toHaveBeenCalledOnce()
  })

  it.each([
    ['confirms', null, VERIFY_EMAIL, { email: OLD }, OLD],
    ['confirms', NEW, VERIFY_EMAIL, { email: OLD }, OLD],
    // The new address may be mistyped: its owner must not learn the old one.
    ['changes', null, VERIFY_AND_CHANGE_EMAIL, { email: NEW, previousEmail: OLD }, null],
    ['changes', NEW, VERIFY_AND_CHANGE_EMAIL, { email: NEW, previousEmail: OLD }, null],
  ])(
    'that %s an email is not used where %s is logged in',
    async (...[, user, operation, data, email]) => {
      const identity = await open(user, operation, data)
      await expect(identity.confirmEmail({ code: 'code' })).rejects.toMatchObject({
        code: 'login-required',
        email,
      })
      expect(auth.applyActionCode).not.toHaveBeenCalled()
    },
  )
})
