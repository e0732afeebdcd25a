import { useMutation, useQueryClient } from '@tanstack/react-query'
import IdCard from 'lucide-react/icons/id-card'
import IdCardLanyard from 'lucide-react/icons/id-card-lanyard'
import { useState } from 'react'
import type { ListedUser } from '#contract/identity/users.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import type { RunRecent } from '#web/shared/account/recent-login.tsx'
import { setStaff, USERS_KEY } from './users-api.ts'

interface StaffButtonProps {
  /** A patient, or a member of staff. */
  user: ListedUser
  /** Asks for a new login if the last one was a while ago. */
  runRecent: RunRecent
}

/** Makes a patient staff, or staff a patient again; asks first. */
export function StaffButton({ user, runRecent }: StaffButtonProps) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const isStaff = user.role === 'staff'
  const refreshList = () => queries.invalidateQueries({ queryKey: USERS_KEY })
  const change = useMutation({
    mutationFn: () => runRecent(() => setStaff(user.email, !isStaff)),
    onSuccess: async () => {
      toast.success(isStaff ? `${user.name} is no longer staff` : `${user.name} is now staff`)
      setAsking(false)
      await refreshList()
    },
    onError: () => void refreshList(),
  })
  const label = `${isStaff ? 'Remove staff' : 'Make staff'}: ${user.name}`
  const Icon = isStaff ? IdCard : IdCardLanyard

  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={isStaff || user.emailVerified ? label : 'This email isn’t confirmed yet'}
        disabled={!isStaff && !user.emailVerified}
        onClick={() => setAsking(true)}
        className="button-icon disabled:opacity-40"
      >
        <Icon aria-hidden="true" size={20} />
      </button>
      <ConfirmDialog
        open={asking}
        question={isStaff ? `Remove staff: ${user.name}?` : `Make ${user.name} staff?`}
        detail={
          isStaff
            ? `${user.email} will become a patient and will have to log in again.`
            : `${user.email} will see every family’s appointments and phone numbers on the agenda.`
        }
        confirmLabel={isStaff ? 'Remove staff' : 'Make staff'}
        look={isStaff ? undefined : 'primary'}
        error={change.error?.message}
        busy={change.isPending}
        onConfirm={() => change.mutate()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
