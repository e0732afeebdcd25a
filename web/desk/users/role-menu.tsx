import UserCog from 'lucide-react/icons/user-cog'
import { type ToggleEvent, useId, useRef, useState } from 'react'
import type { ListedUser } from '#contract/identity/users.ts'
import type { RunRecent } from '#web/both/sign-in/recent-login.tsx'
import { Button } from '#web/components/button.tsx'
import { IconButton } from '#web/components/icon-button.tsx'
import { DoctorDialog, StaffDialog } from './user-dialog.tsx'

const GIVE_DIALOGS = { staff: StaffDialog, doctor: DoctorDialog } as const
type GivenRole = keyof typeof GIVE_DIALOGS
const GIVEN: readonly GivenRole[] = ['staff', 'doctor']

interface RoleMenuProps {
  user: ListedUser
  onDemote: (user: ListedUser) => void
  runRecent: RunRecent
}

/** The roles that a patient can get besides admin, or the end of the role that a user has; each asks first. */
export function RoleMenu({ user, onDemote, runRecent }: RoleMenuProps) {
  const { name, role, emailVerified } = user
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [giving, setGiving] = useState<GivenRole>()
  const GiveDialog = giving && GIVE_DIALOGS[giving]
  const close = () => setGiving(undefined)
  function choose(act: () => void) {
    // First, so that the focus returns to the button, and after the dialog again.
    menu.current?.hidePopover()
    act()
  }
  function onToggle({ newState }: ToggleEvent) {
    if (newState === 'open') menu.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <IconButton label={`Change role: ${name}`} Icon={UserCog} size={20} popoverTarget={id} />
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={onToggle}
        className="popup leaf-end mt-1 w-max max-w-[calc(100vw-2.5rem)] bg-base-100 p-2 whitespace-normal text-base-content shadow-lift open:grid"
      >
        {role === 'patient' ? (
          GIVEN.map((each) => (
            <Item
              key={each}
              text={`Make ${each}`}
              name={name}
              disabled={!emailVerified}
              onClick={() => choose(() => setGiving(each))}
            />
          ))
        ) : (
          <Item text={`Remove ${role}`} name={name} onClick={() => choose(() => onDemote(user))} />
        )}
        {role === 'patient' && !emailVerified && (
          <p className="px-3 py-1 text-sm text-muted">This email isn’t confirmed yet</p>
        )}
      </div>
      {GiveDialog && (
        <GiveDialog user={user} runRecent={runRecent} onDone={close} onCancel={close} />
      )}
    </>
  )
}

interface ItemProps {
  text: string
  /** The user's. */
  name: string
  disabled?: boolean
  onClick: () => void
}

function Item({ text, name, disabled, onClick }: ItemProps) {
  return (
    <Button
      look="quiet"
      wide
      aria-label={`${text}: ${name}`}
      disabled={disabled}
      onClick={onClick}
      className="justify-start"
    >
      {text}
    </Button>
  )
}
