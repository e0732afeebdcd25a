import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormAlert } from './form-alert.tsx'

interface ConfirmDialogProps {
  open: boolean
  /** The question, e.g. 'Do you really want to delete?' */
  question: string
  /** What will happen, to whom. */
  detail?: string
  /** The word on the button that does it. */
  confirmLabel: string
  /** Why it could not be done. */
  error?: string | undefined
  /** It is being done. */
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be undone. Cancel has the focus first. */
export function ConfirmDialog({
  open,
  question,
  detail,
  confirmLabel,
  error,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} title={question} busy={busy} onClose={onCancel}>
      {detail && <p className="text-muted wrap-break-word">{detail}</p>}
      {error && <FormAlert>{error}</FormAlert>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" data-autofocus onClick={onCancel}>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
