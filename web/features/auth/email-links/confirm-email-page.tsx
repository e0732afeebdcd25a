import { useMachine } from '@xstate/react'
import { useSearchParams } from 'react-router-dom'
import { fromPromise } from 'xstate'
import {
  type ConfirmationResult,
  emailConfirmationMachine,
} from '#machines/email-confirmation/email-confirmation-machine.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { type Identity, LoginRequiredError } from '#web/lib/identity/identity-adapter.ts'
import { ownPathOf } from '../login/origin.ts'
import { SignInFrame } from '../login/sign-in-frame.tsx'
import { useOtherAccount } from '../login/use-other-account.ts'
import { continueSession } from '../session/session-exchange.ts'
import { isRefusal, redeemLink } from './email-link.ts'

const emailConfirmation = emailConfirmationMachine.provide({
  actors: {
    confirmEmail: fromPromise<ConfirmationResult, { code: string }>(
      ({ input: { code }, signal }) => {
        const replacement = 'You can send a new one from your profile.'
        return redeemLink({ code, replacement, signal }, async (identity) => {
          try {
            await identity.confirmEmail({ code })
            // The server hears of it with the next token.
            await continueSession().catch(() => null)
          } catch (error) {
            if (error instanceof LoginRequiredError) return { kind: 'loginRequired' }
            // The second click on a link is refused, but the first has confirmed the email.
            if (!isRefusal(error) || !(await isEmailVerified(identity))) throw error
          }
          return { kind: 'confirmed' }
        })
      },
    ),
  },
})

/** Whether the email of the user who is logged in here is confirmed. */
async function isEmailVerified(identity: Identity): Promise<boolean> {
  const account = await identity.readAccount().catch(() => null)
  return account?.emailVerified ?? false
}

/** By the link's `mode`: links that undo a change lead here, too. */
const CONFIRMED = { title: 'Email confirmed', lead: 'Thanks! Your email address is confirmed.' }
const UNDONE = { title: 'Change undone', lead: 'Your account is back to the way it was.' }

/** The target of links in emails about the account's email: `/confirm-email?oobCode=…`. */
export default function ConfirmEmailPage() {
  const [parameters] = useSearchParams()
  const code = parameters.get('oobCode') ?? ''
  const isConfirmation = (parameters.get('mode') ?? 'verifyEmail') === 'verifyEmail'
  // Of the page from which the email was asked for.
  const returnTo = ownPathOf(parameters.get('continueUrl'), window.location.origin)
  return (
    <ConfirmEmail
      key={code}
      code={code}
      done={isConfirmation ? CONFIRMED : UNDONE}
      returnTo={returnTo}
    />
  )
}

interface ConfirmEmailProps {
  code: string
  done?: typeof CONFIRMED
  /** Where the user was when the email was sent. */
  returnTo?: string | undefined
  /** The machine with its actors. */
  logic?: typeof emailConfirmationMachine
}

export function ConfirmEmail({
  code,
  done = CONFIRMED,
  returnTo,
  logic = emailConfirmation,
}: ConfirmEmailProps) {
  const [snapshot, send] = useMachine(logic, { input: { code } })
  const { message } = snapshot.context

  if (snapshot.matches('confirmed')) {
    return (
      <SignInFrame title={done.title} lead={done.lead}>
        {returnTo === undefined ? (
          <ProfileLink />
        ) : (
          <ButtonLink to={returnTo} wide>
            Continue where you were
          </ButtonLink>
        )}
      </SignInFrame>
    )
  }
  if (snapshot.matches('linkRefused')) {
    return (
      <SignInFrame title="This link doesn’t work" lead={message}>
        <ProfileLink />
      </SignInFrame>
    )
  }
  if (snapshot.matches('loginRequired')) return <LoginRequired />
  return (
    <SignInFrame title="Confirm your email">
      {snapshot.matches('failed') ? (
        <ErrorState title="We couldn’t confirm your email" onRetry={() => send({ type: 'retry' })}>
          {message}
        </ErrorState>
      ) : (
        <Spinner label="Confirming your email" />
      )}
    </SignInFrame>
  )
}

/** The visitor has to log in to the link's account, and returns here. */
function LoginRequired() {
  const logIn = useOtherAccount()
  return (
    <SignInFrame
      title="Log in to confirm your email"
      lead="Log in with the account that this link belongs to. If you didn’t sign up, ignore the email."
    >
      <Button wide onClick={() => void logIn()}>
        Log in
      </Button>
    </SignInFrame>
  )
}

function ProfileLink() {
  return (
    <ButtonLink to="/dashboard/profile" wide>
      Go to your profile
    </ButtonLink>
  )
}
