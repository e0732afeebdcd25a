import { beforeEach, vi } from 'vitest'

/** The calls of a test file to `fetch`, which each test answers. */
export const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
