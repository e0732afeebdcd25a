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
import { EmailField } from './email-field.tsx'
import { SignInGate } from './sign-in-gate.tsx'
import { useSignInState } from './use-sign-in-state.ts'

const LEAD = 'Create an account to book and pay online.'
const INVITED =
  'To see your invitation, create an account with the email address it was sent to. Then we’ll ask you to confirm it.'

/** The path to which the confirmation email leads back. */
const pathInEmail = (from: string) => (from.startsWith('/claim/') ? CLAIM_IN_EMAIL : from)

export default function SignupPage() {
  const signIn = useSignIn()
  const state = useSignInState()
  // The server-rendered page does not know what led here.
  const isInBrowser = useInBrowser()
  const lead = isInBrowser && isInvited(state) ? INVITED : LEAD
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
      <SignInFrame title="Sign Up" lead={lead}>
        <form
          {...INERT_FORM}
          aria-label="Sign Up"
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
                Log in with this email
              </Link>
            )}
          </SignInProblem>
          <TextField
            label="Name"
            autoComplete="name"
            error={errors.name?.message}
            {...register('name')}
          />
          <EmailField error={errors.email?.message} {...register('email')} />
          <PasswordField
            label="Password"
            hint={`At least ${MINIMUM_PASSWORD_LENGTH} characters`}
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
            Sign Up
          </Button>
        </form>
        <GoogleButton signIn={signIn} />
        <p className="text-center">
          Already have an account?{' '}
          <InlineLink look="quiet" to="/login" replace state={state}>
            Log in
          </InlineLink>
        </p>
        <NoticeLink className="text-center" />
      </SignInFrame>
    </SignInGate>
  )
}
