import { useUser } from '#web/both/session/auth-context.ts'
import { lockScreen } from '#web/both/session/screen-lock.ts'
import { chooseTheme } from '#web/components/theme/theme.ts'
import { setPrivacy, usePrivacy } from '#web/desk/appointments/privacy.ts'
import type { Here } from './desk-actions.ts'

/** Runs an action that needs no page. */
export function useRunHere(): (run: Here['run']) => void {
  const { email } = useUser()
  const isPrivate = usePrivacy()
  return (run) => {
    if (run === 'lock') lockScreen(email)
    else if (run === 'initials') setPrivacy(!isPrivate)
    else chooseTheme(run)
  }
}
