import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'

const dialog = componentChunk(() => import('./check-ups-dialog.tsx'))

/** Opens the check-ups of a child. */
export function CheckUpsButton(child: { childId: string; name: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="quiet"
        className="min-h-11 px-4"
        aria-label={`Check-ups of ${child.name}`}
        onClick={() => setOpen(true)}
      >
        Check-ups
      </Button>
      {open && (
        <LazyComponent
          chunk={dialog}
          props={{ ...child, onClose: () => setOpen(false) }}
          waiting={null}
        />
      )}
    </>
  )
}
