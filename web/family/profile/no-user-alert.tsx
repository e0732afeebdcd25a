import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { renewSession } from '#web/lib/api/session-renewal.ts'
import * as words from '#words/en/families/profile/details.ts'

interface NoUserAlertProps {
  /** Called when the provider's session is valid after all. */
  onKnown: () => void
}

/**
 * Shown when the provider's session has ended, but not ours. 'Log in again' renews ours, which ends
 * it, too, and leads to the login page and back.
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
      <p>{words.noUser}</p>
      <Button
        look="secondary"
        busy={asking}
        onClick={() => void logInAgain()}
        className="mt-3 font-bold"
      >
        {words.logInAgain}
      </Button>
    </FormAlert>
  )
}
