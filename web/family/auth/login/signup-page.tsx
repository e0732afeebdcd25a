import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { MINIMUM_PASSWORD_LENGTH, signUpForm } from '#contract/identity/users.ts'
import { readQuickAppointment } from '#web/both/booking/address/quick-appointment.ts'
import { NoticeLink } from '#web/both/legal/notice-link.tsx'
import { GoogleButton } from '#web/both/sign-in/google-button.tsx'
import { CLAIM_IN_EMAIL, isInvited } from '#web/both/sign-in/origin.ts'
import { SignInFrame } from '#web/both/sign-in/sign-in-frame.tsx'
import { SignInProblem } from '#web/both/sign-in/sign-in-problem.tsx'
import { useSignIn } from '#web/both/sign-in/use-sign-in.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { INERT_FORM } from '#web/components/forms/form-alert.tsx'
import { PasswordField } from '#web/components/forms/password-field.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { useInBrowser } from '#web/components/use-in-browser.ts'
import * as sentences from '#words/en/account/login-sentences.tsx'
import * as passwordWords from '#words/en/account/password.ts'
import * as signInWords from '#words/en/account/sign-in.ts'
import * as words from '#words/en/account/sign-up.ts'
import { EmailField } from './email-field.tsx'
import { SignInGate } from './sign-in-gate.tsx'
import { useSignInState } from './use-sign-in-state.ts'

/** The path to which the confirmation email leads back. */
const pathInEmail = (from: string) => (from.startsWith('/claim/') ? CLAIM_IN_EMAIL : from)

export default function SignupPage() {
  const signIn = useSignIn()
  const state = useSignInState()
  // The server-rendered page does not know what led here.
  const isInBrowser = useInBrowser()
  const lead = isInBrowser && isInvited(state) ? words.toSeeInvitation : words.lead
  // Typed in the home page's quick form.
  const name = (isInBrowser && readQuickAppointment(null)?.name) || undefined
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: zodResolver(signUpForm),
    // Otherwise read from the fields, where it may have been typed before hydration.
    defaultValues: { name },
  })
  const { errors } = formState

  return (
    <SignInGate>
      <SignInFrame title={words.title} lead={lead}>
        <form
          {...INERT_FORM}
          aria-label={words.title}
          onSubmit={handleSubmit((form) => {
            const { from } = state
            signIn.signUp(from === undefined ? form : { ...form, returnTo: pathInEmail(from) })
          })}
          className="grid gap-4"
        >
          <SignInProblem problem={signIn.problem}>
            {signIn.problem?.code === 'auth/email-already-in-use' && (
              <Link
                to="/login"
                replace
                state={{ ...state, email: getValues('email') }}
                className="underline underline-offset-4"
              >
                {words.logInWithThisEmail}
              </Link>
            )}
          </SignInProblem>
          <TextField
            label={words.name}
            autoComplete="name"
            error={errors.name?.message}
            {...register('name')}
          />
          <EmailField error={errors.email?.message} {...register('email')} />
          <PasswordField
            label={signInWords.password}
            hint={passwordWords.atLeast(MINIMUM_PASSWORD_LENGTH)}
            autoComplete="new-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <Button
            type="submit"
            wide
            busy={signIn.submitting}
            disabled={!signIn.canSubmit && !signIn.submitting}
            className="mt-2"
          >
            {words.title}
          </Button>
        </form>
        <GoogleButton signIn={signIn} />
        <p className="text-center">
          {sentences.haveAccount((text) => (
            <InlineLink look="quiet" to="/login" replace state={state}>
              {text}
            </InlineLink>
          ))}
        </p>
        <NoticeLink className="text-center" />
      </SignInFrame>
    </SignInGate>
  )
}
