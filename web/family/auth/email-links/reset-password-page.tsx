import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { fromPromise } from 'xstate'
import { passwordResetMachine } from '#machines/password-reset/password-reset-machine.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import type { SignInState } from '#web/both/sign-in/origin.ts'
import { SignInFrame } from '#web/both/sign-in/sign-in-frame.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import * as words from '#words/en/account/email-links.ts'
import { redeemLink } from './email-link.ts'
import { InLinkLanguage } from './link-language.tsx'
import { NewLinkForm, NewPasswordForm } from './reset-password-forms.tsx'

const replacement = words.requestNewBelow

const passwordReset = passwordResetMachine.provide({
  actors: {
    checkLink: fromPromise(({ input: { code }, signal }) =>
      redeemLink({ code, replacement, signal }, async (identity) => ({
        kind: 'valid',
        ...(await identity.verifyPasswordResetCode({ code })),
      })),
    ),
    changePassword: fromPromise(({ input, signal }) =>
      redeemLink({ code: input.code, replacement, signal }, async (identity) => {
        await identity.confirmPasswordReset(input)
        return { kind: 'changed' }
      }),
    ),
    sendLink: fromPromise(async ({ input }) => (await loadIdentity()).sendPasswordReset(input)),
  },
})

/**
 * The target of links in password emails: `/reset-password?oobCode=…`. A Firebase project has one
 * address for all its links; those about the email are redirected.
 */
export default function ResetPasswordPage() {
  const [parameters] = useSearchParams()
  const mode = parameters.get('mode') ?? 'resetPassword'
  if (mode !== 'resetPassword') return <Navigate to={`/confirm-email?${parameters}`} replace />
  const code = parameters.get('oobCode') ?? ''
  return (
    <InLinkLanguage>
      <ResetPassword key={code} code={code} />
    </InLinkLanguage>
  )
}

interface ResetPasswordProps {
  code: string
  /** The machine with its actors. */
  logic?: typeof passwordResetMachine
}

export function ResetPassword({ code, logic = passwordReset }: ResetPasswordProps) {
  const [snapshot, send, actor] = useMachine(logic, { input: { code } })
  const { email, message, reason } = snapshot.context
  const navigate = useNavigate()

  useEffect(() => {
    const subscription = actor.on('password.changed', ({ email }) => {
      toast.success(words.passwordChanged)
      const state: SignInState = { email }
      navigate('/login', { replace: true, state })
    })
    return () => subscription.unsubscribe()
  }, [actor, navigate])

  if (snapshot.matches('linkRefused')) {
    return (
      <SignInFrame title={words.requestNewLink} lead={reason}>
        <NewLinkForm
          message={message}
          isSending={snapshot.matches({ linkRefused: 'sendingLink' })}
          isSent={snapshot.matches({ linkRefused: 'linkSent' })}
          onSubmit={(email) => send({ type: 'link.request', email })}
        />
      </SignInFrame>
    )
  }
  if (snapshot.matches('checkingLink') || snapshot.matches('checkFailed')) {
    return (
      <SignInFrame title={words.resetPassword}>
        {snapshot.matches('checkingLink') ? (
          <Spinner label={words.checkingLink} />
        ) : (
          <ErrorState title={words.linkNotChecked} onRetry={() => send({ type: 'retry' })}>
            {message}
          </ErrorState>
        )}
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={words.resetPassword} lead={words.newPasswordFor(email)}>
      <NewPasswordForm
        email={email}
        message={message}
        isSaving={!snapshot.matches('choosingPassword')}
        onSubmit={(password) => send({ type: 'password.submit', password })}
      />
    </SignInFrame>
  )
}
