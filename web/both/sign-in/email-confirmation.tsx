import type { ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { SandboxHint } from './sandbox-hint.tsx'

interface EmailConfirmationProps {
  /** The address to confirm. */
  email: string
  /** The text before the email is sent. */
  explanation: ReactNode
  /** An email was sent before this page was opened. */
  wasSent?: boolean
  /** Whether the flow is in that state; false for all of them before the email is sent. */
  isIn: (state: 'sendingEmail' | 'emailSent' | 'checkingEmail') => boolean
  /** The user claimed to have confirmed the address, but it is not confirmed. */
  isUnconfirmed: boolean
  /** Why sending or checking failed. */
  message: string | null
  canSend: boolean
  onSend: () => void
  onCheck: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** Sends the email that confirms an address, and waits for a click on its link. */
export function EmailConfirmation({
  email,
  explanation,
  wasSent = false,
  isIn,
  isUnconfirmed,
  message,
  canSend,
  onSend,
  onCheck,
  children,
}: EmailConfirmationProps) {
  const isChecking = isIn('checkingEmail')
  const isSending = isIn('sendingEmail')
  const isSent = isChecking || isIn('emailSent')
  const problem = isUnconfirmed
    ? 'Your email isn’t confirmed yet. Click the link in the email we sent, then try again.'
    : message
  return (
    <>
      {problem && <FormAlert>{problem}</FormAlert>}
      <p role="status">
        {isSent ? (
          <>
            We sent an email to <span className="font-bold wrap-break-word">{email}</span>. Click
            the link in it, then come back here.
          </>
        ) : (
          explanation
        )}
      </p>
      {isSent && <SandboxHint>find the email in the</SandboxHint>}
      <div className="flex flex-wrap gap-3">
        {isSent && (
          <Button busy={isChecking} onClick={onCheck}>
            I’ve confirmed it
          </Button>
        )}
        <Button
          look={isSent ? 'secondary' : 'primary'}
          busy={isSending}
          disabled={!isSending && !canSend}
          onClick={onSend}
        >
          {isSent || wasSent ? 'Resend email' : 'Send email'}
        </Button>
        {children}
      </div>
    </>
  )
}
