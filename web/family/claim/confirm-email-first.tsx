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
  const problem = isUnconfirmed
    ? 'Your email isn’t confirmed yet. Click the link in the email we sent, then try again.'
    : message
  return (
    <AccountFrame
      title="Confirm your email first"
      lead={`We sent an email to ${email} when you signed up. Click the link in it, then come back here.`}
    >
      {problem !== null && <FormAlert>{problem}</FormAlert>}
      <div>
        <Button busy={busy} onClick={() => send({ type: 'email.check' })}>
          I’ve confirmed it
        </Button>
      </div>
      <div>
        <p>
          No email?{' '}
          <SendConfirmation address={email} label="Resend email" returnTo={CLAIM_IN_EMAIL} />
        </p>
        <SandboxHint of="email" />
      </div>
    </AccountFrame>
  )
}
