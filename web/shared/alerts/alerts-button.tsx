import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { IconButton } from '#web/components/icon-button.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'

const dialog = componentChunk(() => import('./alerts-dialog.tsx'))

export function AlertsButton({
  childId,
  name,
  onChange,
}: {
  childId: string
  /** The child's. */
  name: string
  /** Something has changed: what shows the child's alerts is to be loaded again. */
  onChange: () => void
}) {
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
