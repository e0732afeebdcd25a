import { configure } from '@testing-library/react'
import { it, vi } from 'vitest'
import { authMachine } from '../../machines/auth/auth-machine.ts'
import { walkAuthAlone } from '../../machines/auth/auth-model.ts'
import { authPaths } from '../../machines/auth/auth-paths.ts'
import { walkAuthScreens } from '../../web/features/auth/testing/auth-screens.ts'
import { hunt } from './run-mutants.ts'

// As in the tests.
vi.mock('../../web/lib/identity/index.ts', () => ({
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
