import type { ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import * as words from '#words/en/account/email-confirmation.ts'
import * as sentences from '#words/en/account/sign-in-sentences.tsx'
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
  const problem = isUnconfirmed ? words.notConfirmedYet : message
  return (
    <>
      {problem && <FormAlert>{problem}</FormAlert>}
      <p role="status">
        {isSent
          ? sentences.emailSentTo(<span className="font-bold wrap-break-word">{email}</span>)
          : explanation}
      </p>
      {isSent && <SandboxHint of="email" />}
      <div className="flex flex-wrap gap-3">
        {isSent && (
          <Button busy={isChecking} onClick={onCheck}>
            {words.haveConfirmed}
          </Button>
        )}
        <Button
          look={isSent ? 'secondary' : 'primary'}
          busy={isSending}
          disabled={!isSending && !canSend}
          onClick={onSend}
        >
          {isSent || wasSent ? words.resend : words.send}
        </Button>
        {children}
      </div>
    </>
  )
}
