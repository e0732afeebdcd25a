import { cleanup, configure } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, it, vi } from 'vitest'
import { authPaths, parent } from '../../machines/auth.paths.ts'
import { describePath, walk } from '../../machines/paths.ts'
import { driveScreens } from './testing/auth-driver.ts'
import { heldActors, keepSession } from './testing/held-actors.ts'
import { renderSiteOn } from './testing/site.tsx'

// The provider's code is loaded when a form is touched; its calls are held by the actors.
vi.mock('../identity/index.ts', () => ({
  prepare: async () => undefined,
  onIdentityChanged: () => () => undefined,
}))

// As the app runs: the screens have to bear being mounted twice.
configure({ reactStrictMode: true })

// Before the session of this test is forgotten, so that no screen hears of it.
afterEach(cleanup)

describe('the sign-in screens follow the auth machine', () => {
  it.each(authPaths().map((path) => ({ name: describePath(path), path })))(
    '$name',
    async ({ path }) => {
      keepSession(parent)
      const actors = heldActors()
      const site = renderSiteOn(actors, '/dashboard')
      await walk(path, driveScreens(userEvent.setup({ delay: null }), actors, site))
    },
  )
})
