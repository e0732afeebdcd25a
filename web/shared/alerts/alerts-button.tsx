import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'

const dialog = componentChunk(() => import('./alerts-dialog.tsx'))

/** Opens the alerts of a child to edit them. */
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
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
        className="button-icon"
      >
        <TriangleAlert aria-hidden="true" size={18} />
      </button>
      {open && (
        <LazyComponent chunk={dialog} props={{ childId, name, onChange, onClose }} waiting={null} />
      )}
    </>
  )
}
