import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ClaimEvent } from '#machines/claim/claim-machine.ts'
import { SendConfirmation } from '#web/both/emails/send-confirmation.tsx'
import { accountOptions } from '#web/both/session/account.ts'
import { AccountFrame } from '#web/both/sign-in/account-frame.tsx'
import { CLAIM_IN_EMAIL } from '#web/both/sign-in/origin.ts'
import { SandboxHint } from '#web/both/sign-in/sandbox-hint.tsx'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { useSession } from '#web/lib/use-session.ts'
import * as words from '#words/en/account/claim.ts'
import * as sentences from '#words/en/account/claim-sentences.tsx'
import * as confirmationWords from '#words/en/account/email-confirmation.ts'

interface ConfirmEmailFirstProps {
  /** The address is being checked. */
  busy: boolean
  /** The user said that it is confirmed, but it is not. */
  isUnconfirmed: boolean
  /** Why it could not be checked. */
  message: string | null
  /** The machine's. */
  send: (event: ClaimEvent) => void
}

/** Has the user confirm the address, which sign-up has sent an email to. */
export function ConfirmEmailFirst({ busy, isUnconfirmed, message, send }: ConfirmEmailFirstProps) {
  const email = useSession()?.user.email ?? ''
  const account = useQuery(accountOptions(email))
  // The link opens in another window: the account is read again when the user comes back.
  const isConfirmed = account.data?.emailVerified === true
  useEffect(() => {
    if (isConfirmed) send({ type: 'email.check' })
  }, [isConfirmed, send])
  const problem = isUnconfirmed ? confirmationWords.notConfirmedYet : message
  return (
    <AccountFrame title={words.confirmEmailFirst} lead={words.emailSentTo(email)}>
      {problem !== null && <FormAlert>{problem}</FormAlert>}
      <div>
        <Button busy={busy} onClick={() => send({ type: 'email.check' })}>
          {confirmationWords.haveConfirmed}
        </Button>
      </div>
      <div>
        <p>
          {sentences.noEmail(
            <SendConfirmation
              address={email}
              label={confirmationWords.resend}
              returnTo={CLAIM_IN_EMAIL}
            />,
          )}
        </p>
        <SandboxHint of="email" />
      </div>
    </AccountFrame>
  )
}
