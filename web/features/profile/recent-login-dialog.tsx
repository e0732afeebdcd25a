import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { passwordForm } from '../../../contract/profile.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import type { Account } from '../../lib/identity/port.ts'
import { GoogleButton } from '../auth/google-button.tsx'
import { SentCodeForm } from './sent-code-form.tsx'
import { type AgainControls, useLoginAgain } from './use-login-again.ts'

interface RecentLoginDialogProps {
  account: Account
  onDone: () => void
  onCancel: () => void
}

/** Asks the visitor to log in once more, in whichever way the account has. */
export function RecentLoginDialog({ account, onDone, onCancel }: RecentLoginDialogProps) {
  const again = useLoginAgain(onDone)
  const { state } = again
  // Out of the way of the provider's own window, which may want to see that no robot asks for a
  // code: behind a modal dialog nobody could use it.
  const sending = state.at === 'code' && state.step === 'sending'
  return (
    <Dialog open={!sending} title="Confirm it’s you" onClose={onCancel}>
      <p className="text-muted">
        You logged in a while ago. Please log in again before changing two-step verification.
      </p>
      {state.at === 'code' ? (
        <SentCodeForm
          state={state}
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
              alone={!account.hasPassword}
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

function PasswordStep({ email, again }: { email: string; again: AgainControls }) {
  const busy = again.state.at === 'asking' && again.state.doing === 'password'
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
  })
  return (
    <form
      noValidate
      aria-label="Log in again"
      onSubmit={handleSubmit(({ password }) => again.submitPassword(password))}
      className="grid gap-4"
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        data-autofocus
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" wide busy={busy}>
        Continue
      </Button>
    </form>
  )
}
