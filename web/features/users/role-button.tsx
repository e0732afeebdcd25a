import IdCard from 'lucide-react/icons/id-card'
import IdCardLanyard from 'lucide-react/icons/id-card-lanyard'
import Stethoscope from 'lucide-react/icons/stethoscope'
import { useState } from 'react'
import { IconButton } from '#web/components/icon-button.tsx'
import { DoctorDialog, StaffDialog, type UserDialogProps } from './user-dialog.tsx'

const ROLES = {
  staff: { Dialog: StaffDialog, MakeIcon: IdCardLanyard, RemoveIcon: IdCard },
  doctor: { Dialog: DoctorDialog, MakeIcon: Stethoscope, RemoveIcon: Stethoscope },
}

interface RoleButtonProps extends Pick<UserDialogProps, 'user' | 'runRecent'> {
  of: keyof typeof ROLES
}

/** Gives a patient a role, or makes a user of that role a patient again; asks first. */
export function RoleButton({ user, of: role, runRecent }: RoleButtonProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const hasRole = user.role === role
  const label = `${hasRole ? 'Remove' : 'Make'} ${role}: ${user.name}`
  const { Dialog, MakeIcon, RemoveIcon } = ROLES[role]
  const Icon = hasRole ? RemoveIcon : MakeIcon
  return (
    <>
      <IconButton
        label={label}
        Icon={Icon}
        size={20}
        title={hasRole || user.emailVerified ? label : 'This email isn’t confirmed yet'}
        disabled={!hasRole && !user.emailVerified}
        onClick={() => setAsking(true)}
        className="disabled:opacity-40"
      />
      {asking && <Dialog user={user} runRecent={runRecent} onDone={close} onCancel={close} />}
    </>
  )
}
