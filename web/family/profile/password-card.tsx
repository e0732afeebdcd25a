import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { FormSpinner } from '#web/components/states/loading.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import * as words from '#words/en/families/profile/password.ts'

// Few users change it.
const changePassword = componentChunk(() => import('./change-password.tsx'))

/** Opens the form that changes the password. */
export function PasswordCard() {
  const [isOpen, setIsOpen] = useState(false)
  // It is shown only while the form is closed.
  const opener = useFocusOnChange<HTMLButtonElement>(String(isOpen))
  return (
    <Card>
      <h2 className="text-2xl">{words.title}</h2>
      <p className="mt-2 mb-6 text-muted">{words.explanation}</p>
      {isOpen ? (
        <LazyComponent
          chunk={changePassword}
          props={{ onClose: () => setIsOpen(false) }}
          waiting={<FormSpinner />}
        />
      ) : (
        <Button ref={opener} look="secondary" onClick={() => setIsOpen(true)}>
          {words.changePassword}
        </Button>
      )}
    </Card>
  )
}
