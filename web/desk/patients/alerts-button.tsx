import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { ActionButton } from '#web/desk/appointments/action.tsx'
import type { AlertsDialogProps } from './alerts-dialog.tsx'

const dialog = componentChunk(() => import('./alerts-dialog.tsx'))

interface AlertsButtonProps extends Omit<AlertsDialogProps, 'onClose'> {
  /** Beside the icon. */
  text?: string
}

export function AlertsButton({ childId, name, onChange, text }: AlertsButtonProps) {
  const [open, setOpen] = useState(false)
  // The name has the visible text, so that it can be said (WCAG 2.5.3).
  const label = text ? `${text} about ${name}` : `Alerts of ${name}`
  const onClose = () => setOpen(false)
  return (
    <>
      <ActionButton {...{ label, text }} Icon={TriangleAlert} onClick={() => setOpen(true)} />
      {open && (
        <LazyComponent chunk={dialog} props={{ childId, name, onChange, onClose }} waiting={null} />
      )}
    </>
  )
}
