import userEvent, { type UserEvent } from '@testing-library/user-event'
import { beforeEach } from 'vitest'

/** The user of a test file; each test gets one whose keyboard and pointer are at rest. */
export let user: UserEvent

beforeEach(() => {
  user = userEvent.setup({ delay: null })
})
