import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser } from '../../../contract/users.ts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { toast } from '../../components/toasts.tsx'
import { useUser } from '../auth/auth-context.ts'
import { logOut } from '../auth/log-out.ts'
import { removeUser, USERS_KEY } from './users-api.ts'

interface RemoveUserDialogProps {
  user: ListedUser
  onRemoved: () => void
  onCancel: () => void
}

/** Asks for confirmation, removes the user and reports the result. */
export function RemoveUserDialog({ user, onRemoved, onCancel }: RemoveUserDialogProps) {
  const queries = useQueryClient()
  const refreshList = () => queries.invalidateQueries({ queryKey: USERS_KEY })
  const isSelf = useUser().email === user.email
  const removal = useMutation({
    mutationFn: () => removeUser(user.email),
    onSuccess: async () => {
      // Logging out dismisses the toasts before it.
      if (isSelf) await logOut()
      toast.success('User removed successfully')
      if (isSelf) return
      onRemoved()
      await refreshList()
    },
    // Another admin may have removed them already.
    onError: () => void refreshList(),
  })
  const consequence = 'Upcoming unpaid appointments will be canceled; paid ones stay on record.'

  return (
    <ConfirmDialog
      open
      question={isSelf ? 'Remove your own account?' : `Remove ${user.name}?`}
      detail={
        isSelf
          ? `This is your own account (${user.email}). You’ll be logged out immediately. ${consequence}`
          : `${user.email} will no longer be able to use this account. ${consequence}`
      }
      confirmLabel="Remove"
      error={removal.error?.message}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onCancel}
    />
  )
}
