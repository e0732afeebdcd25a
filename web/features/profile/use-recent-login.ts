import { useState } from 'react'
import { codeOf } from './failure.ts'

/**
 * Runs what the provider does for somebody who has just logged in only: when it wants a new login,
 * the visitor logs in once more, and it runs again. Rejects when they would not.
 */
export type RunRecent = <Result>(action: () => Promise<Result>) => Promise<Result>

interface Asked {
  done: () => void
  refused: () => void
}

/** For the dialog: who waits for the visitor to log in once more. */
export function useRecentLogin() {
  const [asked, setAsked] = useState<Asked | null>(null)

  const run: RunRecent = async (action) => {
    try {
      return await action()
    } catch (error) {
      if (codeOf(error) !== 'auth/requires-recent-login') throw error
    }
    try {
      await new Promise<void>((resolve, reject) => {
        const refuse = () => reject(new Error('You didn’t log in again, so nothing changed.'))
        setAsked({ done: resolve, refused: refuse })
      })
    } finally {
      setAsked(null)
    }
    return action()
  }

  return { run, asked }
}
