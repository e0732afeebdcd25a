import { configure } from '@testing-library/react'
import { it, vi } from 'vitest'
import { walkAuthAlone } from '../../machines/auth.alone.ts'
import { authPaths } from '../../machines/auth.paths.ts'
import { authMachine } from '../../machines/auth.ts'
import { walkAuthScreens } from '../../web/auth/testing/auth-screens.ts'
import { hunt } from './hunt.ts'

// As in the tests.
vi.mock('../../web/identity/index.ts', () => ({
  openIdentity: async () => ({ onIdentityChanged: () => () => undefined }),
}))
configure({ reactStrictMode: true })

it('auth', () =>
  hunt({
    name: 'auth',
    machine: authMachine,
    paths: authPaths(),
    walkAlone: walkAuthAlone,
    walkScreens: walkAuthScreens,
  }))
