import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../components/toasts.tsx'
import { NoUserError } from '../../lib/identity/no-user-error.ts'
import type { Account, EnrolledPhone } from '../../lib/identity/port.ts'
import { loadIdentity } from '../auth/identity.ts'
import { accountOptions } from './account.ts'
import { explain } from './failure.ts'
import type { RunRecent } from './use-recent-login.ts'

/** Takes a phone back from being the second factor. `onRemoved` is called once it is gone. */
export function usePhoneRemoval(account: Account, runRecent: RunRecent, onRemoved: () => void) {
  const [removing, setRemoving] = useState<string | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const queries = useQueryClient()

  async function remove({ id }: EnrolledPhone): Promise<void> {
    setRemoving(id)
    setMessage(null)
    try {
      const identity = await loadIdentity()
      await runRecent(() => identity.removePhone({ id }))
      await queries.refetchQueries(accountOptions(account.email))
      toast.success('Phone removed')
      onRemoved()
    } catch (error) {
      if (error instanceof NoUserError) {
        toast.error(error.message)
        await queries.refetchQueries(accountOptions(account.email))
      } else {
        setMessage(explain(error))
      }
    }
    setRemoving(null)
  }

  return { removing, message, remove }
}
