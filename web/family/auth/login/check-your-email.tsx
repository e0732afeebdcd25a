import { SandboxHint } from '#web/both/sign-in/sandbox-hint.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'

interface CheckYourEmailProps {
  open: boolean
  /** The address that the link was sent to. */
  email: string
  onClose: () => void
}

/** Confirms that a reset link was requested. */
export function CheckYourEmail({ open, email, onClose }: CheckYourEmailProps) {
  return (
    <Dialog role="alertdialog" open={open} title="Check your email" onClose={onClose}>
      <p className="text-muted">
        If there’s an account for <span className="font-bold break-words">{email}</span>, we’ve sent
        it a link to reset the password.
      </p>
      <SandboxHint of="email" />
      <div className="flex justify-end">
        <Button data-autofocus onClick={onClose}>
          OK
        </Button>
      </div>
    </Dialog>
  )
}
