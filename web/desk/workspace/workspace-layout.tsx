import EyeOff from 'lucide-react/icons/eye-off'
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { isStaff, type Role } from '#contract/identity/users.ts'
import { EmailBanner } from '#web/both/emails/email-banner.tsx'
import { LockButton, ScreenLock } from '#web/both/screen-lock/screen-lock.tsx'
import { useIsRoleUnknown, useRole, useUser } from '#web/both/session/auth-context.ts'
import { logOut } from '#web/both/session/log-out.ts'
import { MissingLinks } from '#web/both/session/missing-links.tsx'
import { lockedFor } from '#web/both/session/screen-lock.ts'
import { IconButton } from '#web/components/icon-button.tsx'
import { AvatarMenu } from '#web/components/people/avatar-menu.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ThemeItems } from '#web/components/theme/theme-items.tsx'
import { setPrivacy, usePrivacy } from '#web/desk/appointments/privacy.ts'
import { leavePage } from '#web/lib/unsaved-changes.ts'
import { PaletteField } from './palette-field.tsx'
import { TrainingSign } from './training-sign.tsx'
import { UnsavedQuestion } from './unsaved-question.tsx'
import { WorkspaceFrame } from './workspace-frame.tsx'
import { MY_DAY, type WorkspaceRole } from './workspace-links.ts'

const dayStatus = componentChunk(() => import('./day-status.tsx'))
const todoBadge = componentChunk(() => import('#web/desk/tasks/todo-badge.tsx'))

export default function WorkspaceLayout() {
  const user = useUser()
  const role = useRole()
  const { pathname } = useLocation()
  const isLocked = lockedFor.use() === user.email
  const isUnknown = useIsRoleUnknown()
  const shownRole = workspaceRoleOf(role, pathname)

  // From now on the session decides what is shown, instead of public.css.
  useEffect(() => {
    delete document.documentElement.dataset.signedIn
    delete document.documentElement.dataset.signedOut
  }, [])

  return (
    <WorkspaceFrame
      role={shownRole}
      busy={role === null && !isUnknown}
      notice={<MissingLinks className="p-2" />}
      waiting={<LazyComponent chunk={todoBadge} waiting={null} />}
      // Its results name patients.
      search={
        !isLocked && shownRole !== 'doctor' && <PaletteField isForAdmins={role === 'admin'} />
      }
      status={
        <>
          <TrainingSign />
          {!isLocked && isStaff(role) && <LazyComponent chunk={dayStatus} waiting={null} />}
        </>
      }
      account={
        <>
          {(isStaff(role) || role === 'doctor') && <PrivacyButton />}
          <LockButton email={user.email} />
          <AvatarMenu user={user} onLogout={() => leavePage(logOut)} size={34}>
            <ThemeItems />
          </AvatarMenu>
        </>
      }
    >
      <ScreenLock email={user.email}>
        <EmailBanner />
        <Outlet />
        <UnsavedQuestion />
      </ScreenLock>
    </WorkspaceFrame>
  )
}

/** Until the role is known, the page says for which role the frame is. */
function workspaceRoleOf(role: Role | null, pathname: string): WorkspaceRole {
  if (role === null) return pathname.startsWith(MY_DAY) ? 'doctor' : 'staff'
  return role === 'patient' ? 'staff' : role
}

/** Shows initials instead of names on all screens of this computer, and on paper. */
function PrivacyButton() {
  const isPrivate = usePrivacy()
  return (
    <IconButton
      label="Initials only"
      Icon={EyeOff}
      aria-pressed={isPrivate}
      onClick={() => setPrivacy(!isPrivate)}
      className="shrink-0 aria-pressed:bg-honey"
    />
  )
}
