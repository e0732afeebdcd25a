import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../machines/actors.ts'
import type { Identity } from '../../lib/identity/port.ts'
import { loadIdentity } from './identity.ts'
import { refusalOf } from './use-reset-code.ts'

type Confirmation =
  | { is: 'underWay' }
  | { is: 'done' }
  | { is: 'refused'; reason: string }
  /** Nobody knows, since the network or the provider is down. */
  | { is: 'failed'; message: string }

async function confirm(code: string): Promise<Confirmation> {
  if (!code)
    return {
      is: 'refused',
      reason: 'This link is incomplete. You can send a new one from your profile.',
    }
  try {
    const identity = await loadIdentity()
    return await identity.confirmEmail({ code }).then(
      () => ({ is: 'done' }),
      async (error: unknown) => {
        const reason = refusalOf(error)
        if (!reason) throw error
        // A link that was followed twice has done what it is for.
        return (await isConfirmed(identity)) ? { is: 'done' } : { is: 'refused', reason }
      },
    )
  } catch (error) {
    return { is: 'failed', message: messageOf(error) }
  }
}

/** Whether the email of who is signed in here is confirmed already. */
async function isConfirmed(identity: Identity): Promise<boolean> {
  const account = await identity.readAccount().catch(() => null)
  return account?.emailVerified ?? false
}

/** Confirms an email with the code of a letter's link, once. */
export function useEmailConfirmation(code: string) {
  const [confirmation, setConfirmation] = useState<Confirmation>({ is: 'underWay' })
  const started = useRef<string>(undefined)

  const start = useCallback(async () => {
    started.current = code
    setConfirmation({ is: 'underWay' })
    const outcome = await confirm(code)
    if (started.current === code) setConfirmation(outcome)
  }, [code])

  // A code works once: not twice for React, which runs effects twice in development.
  useEffect(() => {
    if (started.current !== code) void start()
  }, [code, start])

  return { confirmation, retry: () => void start() }
}
