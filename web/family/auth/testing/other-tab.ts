import { act } from '@testing-library/react'
import type { User } from '#contract/identity/users.ts'

const TOKEN_KEY = 'accessToken'
const USER_KEY = 'sprout.user'

async function announce(key: string) {
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key })))
}

/** What this tab notices of another one: its storage has changed, and the browser says so. */
export const otherTab = {
  async signsIn(user: User, accessToken: string = crypto.randomUUID()) {
    localStorage.setItem(USER_KEY, JSON.stringify(user))
    localStorage.setItem(TOKEN_KEY, accessToken)
    await announce(USER_KEY)
    await announce(TOKEN_KEY)
  },
  async signsOut() {
    localStorage.removeItem(TOKEN_KEY)
    localStorage.removeItem(USER_KEY)
    await announce(TOKEN_KEY)
    await announce(USER_KEY)
  },
}
