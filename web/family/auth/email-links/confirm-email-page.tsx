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
import * as words from '#words/en/account/email-links.ts'
import * as signInWords from '#words/en/account/sign-in.ts'
import { ProfileLink } from '../profile-link.tsx'
import { isRefusal, redeemLink } from './email-link.ts'
import { InLinkLanguage } from './link-language.tsx'

/** @param isConfirmation whether the link confirms the account's present address */
const emailConfirmation = (isConfirmation: boolean) =>
  emailConfirmationMachine.provide({
    actors: {
      confirmEmail: fromPromise(({ input: { code }, signal }) => {
        const replacement = words.sendNewFromProfile
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
  title: words.emailConfirmed,
  lead: words.thanks,
  login: words.logInWithItsAccount,
  logic: emailConfirmation(true),
}

/** By the link's `mode`. */
const LINK_KINDS: Record<string, LinkKind> = {
  verifyEmail: CONFIRMATION,
  verifyAndChangeEmail: {
    ...CONFIRMATION,
    login: words.logInWithOldEmail,
    refused: words.emailMayHaveChanged,
    logic: emailConfirmation(false),
  },
}

/** Links that undo a change lead here, too. */
const UNDOING: LinkKind = {
  title: words.changeUndone,
  lead: words.accountIsBack,
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
    <InLinkLanguage>
      <ConfirmEmail
        key={code}
        code={code}
        kind={kind}
        returnTo={isClaim ? (localStorage.getItem(KEPT_CLAIM) ?? undefined) : path}
        isClaim={isClaim}
      />
    </InLinkLanguage>
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
            {isClaim && <p>{words.openClaimAgain}</p>}
            <ProfileLink />
          </>
        ) : (
          <ButtonLink to={returnTo} wide>
            {words.goOnWhereYouWere}
          </ButtonLink>
        )}
      </SignInFrame>
    )
  }
  if (snapshot.matches('changed')) return <Changed email={email ?? ''} />
  if (snapshot.matches('linkRefused')) {
    return (
      <SignInFrame title={words.linkDoesNotWork} lead={message}>
        {kind.refused && <p>{kind.refused}</p>}
        <ProfileLink />
      </SignInFrame>
    )
  }
  if (snapshot.matches('loginRequired')) return <LoginRequired lead={kind.login} email={email} />
  return (
    <SignInFrame title={words.confirmEmail}>
      {snapshot.matches('failed') ? (
        <ErrorState title={words.emailNotConfirmed} onRetry={() => send({ type: 'retry' })}>
          {message}
        </ErrorState>
      ) : (
        <Spinner label={words.confirmingEmail} />
      )}
    </SignInFrame>
  )
}

/** The visitor has to log in to the link's account, and returns here. */
function LoginRequired({ lead, email }: { lead: string; email: string | null }) {
  const logIn = useOtherAccount()
  return (
    <SignInFrame title={words.logInToConfirm} lead={lead}>
      <Button wide onClick={() => void logIn(email)}>
        {signInWords.logIn}
      </Button>
    </SignInFrame>
  )
}

/** The account has a new address, and no session: the user logs in with it. */
function Changed({ email }: { email: string }) {
  const navigate = useNavigate()
  const state: SignInState = { email, from: '/dashboard/profile' }
  return (
    <SignInFrame title={words.emailChanged} lead={words.emailIsNow(email)}>
      <p>{words.loggedOutEverywhere}</p>
      <Button wide onClick={() => navigate('/login', { state })}>
        {signInWords.logIn}
      </Button>
    </SignInFrame>
  )
}
