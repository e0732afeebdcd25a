import { zodResolver } from '@hookform/resolvers/zod'
import type { MouseEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { loginForm, newLinkForm } from '#contract/identity/users.ts'
import { Auth } from '#web/both/session/auth-context.ts'
import { GoogleButton } from '#web/both/sign-in/google-button.tsx'
import { isInvited, type SessionEnd, type SignInState } from '#web/both/sign-in/origin.ts'
import { SignInFrame } from '#web/both/sign-in/sign-in-frame.tsx'
import { SignInProblem } from '#web/both/sign-in/sign-in-problem.tsx'
import { useSignIn } from '#web/both/sign-in/use-sign-in.ts'
import { Button } from '#web/components/button.tsx'
import { INERT_FORM } from '#web/components/forms/form-alert.tsx'
import { PasswordField } from '#web/components/forms/password-field.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { useInBrowser } from '#web/components/use-in-browser.ts'
import { useClinic } from '#web/lib/clinic.tsx'
import * as words from '#words/en/account/login.ts'
import * as sentences from '#words/en/account/login-sentences.tsx'
import * as signInWords from '#words/en/account/sign-in.ts'
import { CheckYourEmail } from './check-your-email.tsx'
import { EmailField } from './email-field.tsx'
import { SignInGate } from './sign-in-gate.tsx'
import { useSignInState } from './use-sign-in-state.ts'

const LEADS: Record<SessionEnd, string> = {
  expired: words.sessionExpired,
  elsewhere: words.loggedOutElsewhere,
  doctorsOnly: words.doctorsOnly,
  staffOnly: words.staffOnly,
  adminsOnly: words.adminsOnly,
}

/** What the login is for, by the requested page; links of emails lead to most of them. */
const REASONS = [
  ['/dashboard/appointment/', words.toSeeAppointment],
  ['/dashboard/receipts/', words.toSeeReceipt],
  ['/dashboard/offers/', words.toAnswerOffer],
  ['/dashboard/waitlist', words.toSeeWaitingList],
  ['/dashboard/pay', words.toPay],
  ['/confirm-email', words.toConfirmEmail],
  ['/claim/', words.toSeeFamily],
  ['/appointment', words.toBook],
] as const

function leadOf(state: SignInState): string {
  if (state.ended) return state.why ?? LEADS[state.ended]
  if (isInvited(state)) return words.toSeeInvitation
  const { from = '' } = state
  return REASONS.find(([page]) => from.startsWith(page))?.[1] ?? words.welcomeBack
}

export default function LoginPage() {
  const { name } = useClinic()
  const auth = Auth.useActorRef()
  const signIn = useSignIn()
  const resetSent = Auth.useSelector((snapshot) =>
    snapshot.matches({ guest: { login: 'resetSent' } }),
  )
  const state = useSignInState()
  // The server-rendered page does not know it.
  const lead = leadOf(useInBrowser() ? state : {})
  const { register, handleSubmit, formState, getValues, setError, clearErrors } = useForm({
    resolver: zodResolver(loginForm),
    // Otherwise read from the fields, where it may have been typed before hydration.
    defaultValues: { email: state.email },
  })
  const { errors } = formState

  function onForgotten(event: MouseEvent) {
    event.preventDefault()
    if (!signIn.canSubmit) return
    const form = newLinkForm.safeParse(getValues())
    clearErrors()
    if (form.success) signIn.requestReset(form.data.email)
    else {
      const message = getValues('email')?.trim() ? form.error.issues[0]?.message : words.emailFirst
      setError('email', { message }, { shouldFocus: true })
    }
  }

  return (
    <SignInGate>
      <SignInFrame title={words.title} lead={lead}>
        <form
          {...INERT_FORM}
          aria-label={words.title}
          onSubmit={handleSubmit(signIn.logIn)}
          className="grid gap-4"
        >
          <SignInProblem problem={signIn.problem} />
          <EmailField error={errors.email?.message} {...register('email')} />
          <PasswordField
            label={signInWords.password}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <div className="flex min-h-11 flex-wrap items-center gap-x-3">
            <Link
              to="/reset-password"
              data-replay
              aria-disabled={!signIn.canSubmit || undefined}
              onClick={onForgotten}
              className="inline-flex min-h-11 items-center font-semibold underline decoration-line underline-offset-4 hover:text-primary aria-disabled:text-muted"
            >
              {words.forgotPassword}
            </Link>
            <span role="status" className="text-sm text-muted empty:hidden">
              {signIn.sendingReset && words.sendingResetLink}
            </span>
          </div>
          <Button
            type="submit"
            wide
            busy={signIn.submitting}
            disabled={!signIn.canSubmit && !signIn.submitting}
          >
            {words.title}
          </Button>
        </form>
        <GoogleButton signIn={signIn} />
        <p className="text-center">
          {sentences.newHere(name, (text) => (
            <InlineLink look="quiet" to="/signup" replace state={state}>
              {text}
            </InlineLink>
          ))}
        </p>
      </SignInFrame>
      <CheckYourEmail
        open={resetSent}
        email={getValues('email')}
        onClose={() => auth.send({ type: 'reset.acknowledge' })}
      />
    </SignInGate>
  )
}
