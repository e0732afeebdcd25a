import { cleanup, configure } from '@testing-library/react'
import { afterEach, describe, it, vi } from 'vitest'
import { authPaths } from '../../../machines/auth/auth-paths.ts'
import { describePath } from '../../../machines/testing/paths.ts'
import { walkAuthScreens } from './testing/auth-screens.ts'

// The provider's code is loaded when a form is touched; its calls are held by the actors.
vi.mock('../../lib/identity/index.ts', () => ({
  openIdentity: async () => ({ onIdentityChanged: () => () => undefined }),
}))

// As the app runs: the screens have to bear being mounted twice.
configure({ reactStrictMode: true })

// Before the session of this test is forgotten, so that no screen hears of it.
afterEach(cleanup)

describe('the sign-in screens follow the auth machine', () => {
  it.each(authPaths().map((path) => [describePath(path), path] as const))('%s', (_name, path) =>
    walkAuthScreens(path),
  )
})
