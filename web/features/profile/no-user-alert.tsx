import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { renewSession } from '../../lib/api/session-renewal.ts'

interface NoUserAlertProps {
  /** The provider knows the visitor after all. */
  onKnown: () => void
}

/**
 * 'No user is logged in': our session lives, the provider's does not. Logging in
 * again ends ours, too, and comes back to this page.
 */
export function NoUserAlert({ onKnown }: NoUserAlertProps) {
  const [asking, setAsking] = useState(false)

  async function logInAgain() {
    setAsking(true)
    if (await renewSession()) onKnown()
    setAsking(false)
  }

  return (
    <FormAlert>
      <p>No user is logged in</p>
      <Button
        look="secondary"
        busy={asking}
        onClick={() => void logInAgain()}
        className="mt-3 font-bold"
      >
        Log in again
      </Button>
    </FormAlert>
  )
}
