import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../machines/actors.ts'
import { loadIdentity } from './identity.ts'

type Check =
  | { is: 'checking' }
  /** Nobody knows, since the network or the provider is down. */
  | { is: 'failed'; message: string }
  | { is: 'refused'; reason: string }
  | { is: 'valid'; email: string }

/** What the provider says of a code that no longer opens anything, in a sentence for people. */
const REASONS: Record<string, string> = {
  'auth/expired-action-code': 'This link has expired. Request a new one below.',
  'auth/invalid-action-code':
    'This link has already been used or is incomplete. Request a new one below.',
  'auth/user-disabled': 'This account has been disabled.',
  'auth/user-not-found': 'This link’s account no longer exists.',
}

/** Why the provider refuses the code of a reset link; undefined when it failed for another reason. */
export function refusalOf(error: unknown): string | undefined {
  const code = error instanceof Object && 'code' in error ? String(error.code) : ''
  return REASONS[code]
}

async function checkCode(code: string): Promise<Check> {
  if (!code) return { is: 'refused', reason: 'This link is incomplete. Request a new one below.' }
  try {
    const identity = await loadIdentity()
    return { is: 'valid', ...(await identity.verifyPasswordResetCode({ code })) }
  } catch (error) {
    const reason = refusalOf(error)
    return reason ? { is: 'refused', reason } : { is: 'failed', message: messageOf(error) }
  }
}

/** Asks the provider whose password the code of a reset link changes. */
export function useResetCode(code: string) {
  const [check, setCheck] = useState<Check>({ is: 'checking' })
  const latest = useRef(0)

  const start = useCallback(async () => {
    latest.current += 1
    const attempt = latest.current
    setCheck({ is: 'checking' })
    const outcome = await checkCode(code)
    if (attempt === latest.current) setCheck(outcome)
  }, [code])

  useEffect(() => {
    void start()
    return () => {
      latest.current += 1
    }
  }, [start])

  return {
    check,
    /** Checks once more. */
    retry: () => void start(),
    /** The code was used or ran out while the new password was typed. */
    refuse: (reason: string) => setCheck({ is: 'refused', reason }),
  }
}
