import { useMachine } from '@xstate/react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { fromPromise } from 'xstate'
import { emailConfirmationMachine } from '#machines/email-confirmation/email-confirmation-machine.ts'
import { logOut } from '#web/both/session/log-out.ts'
import { continueSession } from '#web/both/session/session-exchange.ts'
import {
  CLAIM_IN_EMAIL,
  KEPT_CLAIM,
  ownPathOf,
  type SignInState,
} from '#web/both/sign-in/origin.ts'
import { SignInFrame } from '#web/both/sign-in/sign-in-frame.tsx'
import { useOtherAccount } from '#web/both/sign-in/use-other-account.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { type Identity, LoginRequiredError } from '#web/lib/identity/identity-adapter.ts'
import { ProfileLink } from '../profile-link.tsx'
import { isRefusal, redeemLink } from './email-link.ts'

/** @param isConfirmation whether the link confirms the account's present address */
const emailConfirmation = (isConfirmation: boolean) =>
  emailConfirmationMachine.provide({
    actors: {
      confirmEmail: fromPromise(({ input: { code }, signal }) => {
        const replacement = 'You can send a new one from your profile.'
        return redeemLink({ code, replacement, signal }, async (identity) => {
          try {
            const applied = await identity.confirmEmail({ code })
            // The provider has ended all sessions of the account, this one included.
            if (applied.kind === 'changed') await logOut()
            // The next token tells the server.
            else await continueSession().catch(() => null)
            return applied
          } catch (error) {
            if (error instanceof LoginRequiredError) {
              return { kind: 'loginRequired', email: error.email }
            }
            // The second click on a link is refused, but the first has confirmed the email.
            const isDone = isConfirmation && isRefusal(error) && (await isEmailVerified(identity))
            if (!isDone) throw error
            return { kind: 'confirmed' }
          }
        })
      }),
    },
  })

/** Whether the email of the user who is logged in here is confirmed. */
async function isEmailVerified(identity: Identity): Promise<boolean> {
  const account = await identity.readAccount().catch(() => null)
  return account?.emailVerified ?? false
}

interface LinkKind {
  /** The page after the link has been redeemed; a changed email has its own. */
  title: string
  lead: string
  /** The text before the user logs in to the link's account. */
  login: string
  /** The text under the reason why the link was refused. */
  refused?: string
  /** The machine with its actors. */
  logic: typeof emailConfirmationMachine
}

const CONFIRMATION: LinkKind = {
  title: 'Email confirmed',
  lead: 'Thanks! Your email address is confirmed.',
  login:
    'Log in with the account that this link belongs to. If you didn’t sign up, ignore the email.',
  logic: emailConfirmation(true),
}

/** By the link's `mode`. */
const LINK_KINDS: Record<string, LinkKind> = {
  verifyEmail: CONFIRMATION,
  verifyAndChangeEmail: {
    ...CONFIRMATION,
    login:
      'Log in once more with your old email address, to confirm the new one. If you didn’t ask for this change, ignore the email.',
    refused: 'If you have clicked it before, your email has changed: log in with the new address.',
    logic: emailConfirmation(false),
  },
}

/** Links that undo a change lead here, too. */
const UNDOING: LinkKind = {
  title: 'Change undone',
  lead: 'Your account is back to the way it was.',
  login: CONFIRMATION.login,
  logic: emailConfirmation(false),
}

/** The target of links in emails about the account's email: `/confirm-email?oobCode=…`. */
export default function ConfirmEmailPage() {
  const [parameters] = useSearchParams()
  const code = parameters.get('oobCode') ?? ''
  const kind = LINK_KINDS[parameters.get('mode') ?? 'verifyEmail'] ?? UNDOING
  // The page on which the user requested the email.
  const path = ownPathOf(parameters.get('continueUrl'), window.location.origin)
  const isClaim = path === CLAIM_IN_EMAIL
  return (
    <ConfirmEmail
      key={code}
      code={code}
      kind={kind}
      returnTo={isClaim ? (localStorage.getItem(KEPT_CLAIM) ?? undefined) : path}
      isClaim={isClaim}
    />
  )
}

interface ConfirmEmailProps {
  code: string
  kind?: LinkKind
  /** Where the user was when the email was sent. */
  returnTo?: string | undefined
  /** The user was about to claim a family, perhaps in another browser. */
  isClaim?: boolean
  logic?: LinkKind['logic']
}

export function ConfirmEmail({
  code,
  kind = CONFIRMATION,
  returnTo,
  isClaim = false,
  logic = kind.logic,
}: ConfirmEmailProps) {
  const [snapshot, send] = useMachine(logic, { input: { code } })
  const { message, email } = snapshot.context

  if (snapshot.matches('confirmed')) {
    return (
      <SignInFrame title={kind.title} lead={kind.lead}>
        {returnTo === undefined ? (
          <>
            {isClaim && <p>To see your family, open the link in our email or letter again.</p>}
            <ProfileLink />
          </>
        ) : (
          <ButtonLink to={returnTo} wide>
            Continue where you were
          </ButtonLink>
        )}
      </SignInFrame>
    )
  }
  if (snapshot.matches('changed')) return <Changed email={email ?? ''} />
  if (snapshot.matches('linkRefused')) {
    return (
      <SignInFrame title="This link doesn’t work" lead={message}>
        {kind.refused && <p>{kind.refused}</p>}
        <ProfileLink />
      </SignInFrame>
    )
  }
  if (snapshot.matches('loginRequired')) return <LoginRequired lead={kind.login} email={email} />
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
function LoginRequired({ lead, email }: { lead: string; email: string | null }) {
  const logIn = useOtherAccount()
  return (
    <SignInFrame title="Log in to confirm your email" lead={lead}>
      <Button wide onClick={() => void logIn(email)}>
        Log in
      </Button>
    </SignInFrame>
  )
}

/** The account has a new address, and no session: the user logs in with it. */
function Changed({ email }: { email: string }) {
  const navigate = useNavigate()
  const state: SignInState = { email, from: '/dashboard/profile' }
  return (
    <SignInFrame title="Email changed" lead={`Your email is now ${email}.`}>
      <p>
        To keep your account safe, we’ve logged you out on all devices. Log in with your new email.
        Your password, if you have one, is the same.
      </p>
      <Button wide onClick={() => navigate('/login', { state })}>
        Log in
      </Button>
    </SignInFrame>
  )
}
