import { SandboxHint } from '#web/both/sign-in/sandbox-hint.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import * as words from '#words/en/account/login.ts'
import * as sentences from '#words/en/account/login-sentences.tsx'

interface CheckYourEmailProps {
  open: boolean
  /** The address that the link was sent to. */
  email: string
  onClose: () => void
}

/** Confirms that a reset link was requested. */
export function CheckYourEmail({ open, email, onClose }: CheckYourEmailProps) {
  return (
    <Dialog role="alertdialog" open={open} title={words.checkYourEmail} onClose={onClose}>
      <p className="text-muted">
        {sentences.resetLinkSentTo(<span className="font-bold break-words">{email}</span>)}
      </p>
      <SandboxHint of="email" />
      <div className="flex justify-end">
        <Button data-autofocus onClick={onClose}>
          {words.ok}
        </Button>
      </div>
    </Dialog>
  )
}
