import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { IconButton } from '#web/components/icon-button.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import type { AlertsDialogProps } from './alerts-dialog.tsx'

const dialog = componentChunk(() => import('./alerts-dialog.tsx'))

export function AlertsButton({ childId, name, onChange }: Omit<AlertsDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false)
  const label = `Alerts of ${name}`
  const onClose = () => setOpen(false)
  return (
    <>
      <IconButton label={label} Icon={TriangleAlert} onClick={() => setOpen(true)} />
      {open && (
        <LazyComponent chunk={dialog} props={{ childId, name, onChange, onClose }} waiting={null} />
      )}
    </>
  )
}
