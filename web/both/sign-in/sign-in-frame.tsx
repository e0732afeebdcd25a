import { useEffect } from 'react'
import { loadIdentity } from '#web/both/session/identity.ts'
import { AccountFrame, type AccountFrameProps } from './account-frame.tsx'

const INTERACTIONS = ['pointerover', 'touchstart', 'focusin'] as const

/**
 * Loads the provider's code at the first interaction, because browsers block Google's window if it opens too
 * long after the click.
 */
function usePreparedIdentity() {
  useEffect(() => {
    // A failure is reported when the code is needed.
    const prepare = () => void loadIdentity().catch(() => undefined)
    for (const type of INTERACTIONS) document.addEventListener(type, prepare, { once: true })
    return () => {
      for (const type of INTERACTIONS) document.removeEventListener(type, prepare)
    }
  }, [])
}

/** The card around the forms of login, sign-up and links from emails. */
export function SignInFrame(props: AccountFrameProps) {
  usePreparedIdentity()
  return (
    <div data-signed-out-only="">
      <AccountFrame {...props} />
    </div>
  )
}
