import { beforeEach } from 'vitest'
import { fakeIdentity } from './outside-world.ts'

/**
 * The identity provider of a test file, which also says
 * `vi.mock('…/lib/identity/index.ts', () => import('…/fake-provider.ts'))`. No one is logged in at
 * the start of a test.
 */
export const provider = fakeIdentity()

/** What `web/lib/identity/index.ts` exports. */
export const { openIdentity } = provider.module

beforeEach(() => provider.reset())
