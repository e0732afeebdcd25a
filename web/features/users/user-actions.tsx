import { useMutation, useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import type { ListedUser } from '../../../contract/users.ts'
import { Button } from '../../components/button.tsx'
import { toast } from '../../components/toasts.tsx'
import { makeAdmin, USERS_KEY } from './users-api.ts'

interface UserActionsProps {
  user: ListedUser
  /** The user is to be removed, if that is really meant. */
  onRemove: () => void
}

/** 'Make Admin' (a disabled label for admins) and removal. */
export function UserActions({ user, onRemove }: UserActionsProps) {
  const queries = useQueryClient()
  const frame = useRef<HTMLFieldSetElement>(null)
  const refreshList = () => queries.invalidateQueries({ queryKey: USERS_KEY })
  const promotion = useMutation({
    mutationFn: () => makeAdmin(user.email),
    onSuccess: async () => {
      toast.success('Successfully made an admin')
      await refreshList()
      // The button that was pressed can have the focus no longer.
      if (frame.current?.contains(document.activeElement)) frame.current.focus()
    },
    onError: () => {
      // One text for every failure: docs/requirements.md#fixed-texts.
      toast.error('Failed to make an Admin')
      void refreshList()
    },
  })
  const isAdmin = user.role === 'admin'

  return (
    <fieldset
      aria-label={`Actions for ${user.name}`}
      ref={frame}
      tabIndex={-1}
      className="flex items-center gap-1"
    >
      <Button
        look="secondary"
        disabled={isAdmin}
        busy={promotion.isPending}
        aria-label={isAdmin ? undefined : `Make Admin: ${user.name}`}
        onClick={() => promotion.mutate()}
        className="grow px-4 whitespace-nowrap"
      >
        {isAdmin ? 'Admin' : 'Make Admin'}
      </Button>
      <button
        type="button"
        aria-label={`Remove ${user.name}`}
        title={`Remove ${user.name}`}
        onClick={onRemove}
        className="button-icon text-error"
      >
        <Trash2 aria-hidden="true" size={20} />
      </button>
    </fieldset>
  )
}
