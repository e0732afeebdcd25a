import type { ComponentProps } from 'react'
import { useLeaveDialog } from '#web/lib/unsaved-changes.ts'
import { Dialog } from '../dialog.tsx'

/** A dialog with a form: Esc, a click outside and its close button ask before they lose what was typed. */
export function FormDialog({ onClose, ...props }: ComponentProps<typeof Dialog>) {
  const leave = useLeaveDialog()
  return <Dialog {...props} onClose={() => leave(onClose)} />
}
