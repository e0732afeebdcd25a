import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { passwordForm } from '#contract/identity/profile.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PasswordField } from '#web/components/forms/password-field.tsx'
import type { Account } from '#web/lib/identity/identity-adapter.ts'
import * as words from '#words/en/account/recent-login.ts'
import * as signInWords from '#words/en/account/sign-in.ts'
import { CodeForm } from './code-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { type LoginAgain, useLoginAgain } from './use-login-again.ts'

interface RecentLoginDialogProps {
  account: Account
  /** What the login is for, as a sentence. */
  request: string
  /** Why a login is needed; by default that the last one was a while ago. */
  why?: string
  onDone: () => void
  onCancel: () => void
}

/** Asks the user to log in again with the account's password or Google account. */
export default function RecentLoginDialog({
  account,
  request,
  why = words.aWhileAgo,
  onDone,
  onCancel,
}: RecentLoginDialogProps) {
  const again = useLoginAgain(onDone)
  const { state } = again
  // The provider may show a reCAPTCHA, which could not be used behind a modal dialog.
  const sending = state.at === 'code' && state.step === 'sending'
  return (
    <Dialog open={!sending} title={words.title} onClose={onCancel}>
      <p className="text-muted">
        {why} {request}
      </p>
      {state.at === 'code' ? (
        <CodeForm
          {...state}
          canCancel
          onSubmit={again.submitCode}
          onResend={again.resendCode}
          onCancel={onCancel}
        />
      ) : (
        <div className="grid gap-4">
          {state.message && <FormAlert>{state.message}</FormAlert>}
          {account.hasPassword && <PasswordStep email={account.email} again={again} />}
          {account.hasGoogle && (
            <GoogleButton
              separator={account.hasPassword}
              signIn={{
                googleOpen: state.doing === 'google',
                googleBusy: false,
                canChooseGoogle: state.doing !== 'password',
                continueWithGoogle: again.continueWithGoogle,
              }}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

function PasswordStep({ email, again }: { email: string; again: LoginAgain }) {
  const busy = again.state.at === 'asking' && again.state.doing === 'password'
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
  })
  return (
    <form
      noValidate
      aria-label={words.logInAgain}
      onSubmit={handleSubmit(({ password }) => again.submitPassword(password))}
      className="grid gap-4"
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={signInWords.password}
        autoComplete="current-password"
        data-autofocus
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" wide busy={busy}>
        {words.goOn}
      </Button>
    </form>
  )
}
