import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedUser } from '#contract/identity/users.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import type { RunRecent } from '#web/shared/account/recent-login.tsx'
import { useUser } from '#web/shared/session/auth-context.ts'
import { logOut } from '#web/shared/session/log-out.ts'
import { removeAdmin, removeUser, USERS_KEY } from './users-api.ts'

interface RemoveUserDialogProps {
  user: ListedUser
  /** Asks for a new login if the last one was a while ago. */
  runRecent: RunRecent
  onRemoved: () => void
  onCancel: () => void
}

/** Asks for confirmation, removes the user and reports the result. */
export function RemoveUserDialog({ user, runRecent, onRemoved, onCancel }: RemoveUserDialogProps) {
  const queries = useQueryClient()
  const refreshList = () => queries.invalidateQueries({ queryKey: USERS_KEY })
  const isSelf = useUser().email === user.email
  const removal = useMutation({
    mutationFn: () => runRecent(() => removeUser(user.email)),
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

interface DemoteAdminDialogProps {
  user: ListedUser
  runRecent: RunRecent
  onClose: () => void
}

/** Asks for confirmation and makes an admin a patient again. */
export function DemoteAdminDialog({ user, runRecent, onClose }: DemoteAdminDialogProps) {
  const queries = useQueryClient()
  const refreshList = () => queries.invalidateQueries({ queryKey: USERS_KEY })
  const isSelf = useUser().email === user.email
  const demotion = useMutation({
    mutationFn: () => runRecent(() => removeAdmin(user.email)),
    onSuccess: async () => {
      // Logging out dismisses the toasts before it.
      if (isSelf) await logOut()
      toast.success(`${user.name} is no longer an admin`)
      if (isSelf) return
      onClose()
      await refreshList()
    },
    onError: () => void refreshList(),
  })

  return (
    <ConfirmDialog
      open
      question={isSelf ? 'Give up your own admin rights?' : `Remove admin: ${user.name}?`}
      detail={
        isSelf
          ? 'You’ll be logged out, and another admin would have to promote you again.'
          : `${user.email} will become a patient and will have to log in again.`
      }
      confirmLabel="Remove admin"
      error={demotion.error?.message}
      busy={demotion.isPending}
      onConfirm={() => demotion.mutate()}
      onCancel={onClose}
    />
  )
}
