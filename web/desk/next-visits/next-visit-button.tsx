import CalendarHeart from 'lucide-react/icons/calendar-heart'
import { useState } from 'react'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ActionButton } from '#web/desk/appointments/action.tsx'
import type { NextVisitDialogProps } from './next-visit-dialog.tsx'

const dialog = componentChunk(() => import('./next-visit-dialog.tsx'))

interface NextVisitButtonProps extends Omit<NextVisitDialogProps, 'onClose'> {
  /** Beside the icon. */
  text?: string
}

/** Asks the family of an appointment to book the next visit: docs/requirements.md#next-visits. */
export function NextVisitButton({ text, ...props }: NextVisitButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionButton
        label={`Next visit of ${props.name}`}
        text={text}
        Icon={CalendarHeart}
        aria-keyshortcuts="f"
        onClick={() => setOpen(true)}
      />
      {open && (
        <LazyComponent
          chunk={dialog}
          props={{ ...props, onClose: () => setOpen(false) }}
          waiting={null}
        />
      )}
    </>
  )
}
