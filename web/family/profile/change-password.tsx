import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { changePasswordForm } from '#contract/identity/profile.ts'
import { MINIMUM_PASSWORD_LENGTH } from '#contract/identity/users.ts'
import { accountOptions, explain } from '#web/both/session/account.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import { logOutToLogin } from '#web/both/session/log-out.ts'
import { sessionsOptions } from '#web/both/session/session-api.ts'
import { continueSessionAfter } from '#web/both/session/session-exchange.ts'
import { CodeForm } from '#web/both/sign-in/code-form.tsx'
import { useLoginAgain } from '#web/both/sign-in/use-login-again.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PasswordField } from '#web/components/forms/password-field.tsx'
import { FormSpinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { NoUserError } from '#web/lib/identity/identity-adapter.ts'
import * as words from '#words/en/families/profile/password.ts'
import * as frame from '#words/en/frame.ts'
import { NoUserAlert } from './no-user-alert.tsx'

interface ChangePasswordProps {
  onClose: () => void
}

/** The form, for accounts that have a password. */
export default function ChangePassword({ onClose }: ChangePasswordProps) {
  const { email } = useUser()
  const account = useQuery(accountOptions(email))
  if (account.error instanceof NoUserError) {
    return <NoUserAlert onKnown={() => void account.refetch()} />
  }
  if (!account.data) {
    return account.error ? (
      <ErrorState
        title={words.accountDidNotLoad}
        onRetry={() => void account.refetch()}
        retrying={account.isFetching}
      >
        {explain(account.error)}
      </ErrorState>
    ) : (
      <FormSpinner />
    )
  }
  if (account.data.hasPassword) return <PasswordForm email={email} onClose={onClose} />
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status">{words.noPassword}</p>
      <Button look="quiet" onClick={onClose}>
        {frame.close}
      </Button>
    </div>
  )
}

function PasswordForm({ email, onClose }: ChangePasswordProps & { email: string }) {
  const { register, handleSubmit, formState, getValues, setFocus } = useForm({
    resolver: zodResolver(changePasswordForm),
    defaultValues: { current: '', password: '' },
  })
  useEffect(() => setFocus('current'), [setFocus])
  const { change, again } = useChangePassword({ newPassword: () => getValues('password'), onClose })
  const { state } = again

  // A change that failed begins again with both passwords.
  if (state.at === 'code' && !change.isError) {
    return (
      <CodeForm
        {...state}
        canCancel={!change.isPending}
        onSubmit={again.submitCode}
        onResend={again.resendCode}
        onCancel={onClose}
      />
    )
  }
  const isBusy =
    change.isPending || (state.at === 'asking' && state.doing !== null && !change.isError)
  const message = change.error ? explain(change.error) : state.message
  return (
    <form
      noValidate
      aria-label={words.changePassword}
      onSubmit={handleSubmit(({ current }) => {
        if (isBusy) return
        change.reset()
        void again.submitPassword(current)
      })}
      className="grid gap-4"
    >
      {message !== null && <FormAlert>{message}</FormAlert>}
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={words.currentPassword}
        autoComplete="current-password"
        readOnly={isBusy}
        error={formState.errors.current?.message}
        {...register('current')}
      />
      <PasswordField
        label={words.newPassword}
        autoComplete="new-password"
        hint={words.newPasswordHint(MINIMUM_PASSWORD_LENGTH)}
        readOnly={isBusy}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          {words.changePassword}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={onClose}>
          {frame.cancel}
        </Button>
      </div>
    </form>
  )
}

/** Logs in with the current password, then changes it, and continues the session here. */
function useChangePassword({
  newPassword,
  onClose,
}: ChangePasswordProps & { newPassword: () => string }) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () =>
      continueSessionAfter(async () =>
        (await loadIdentity()).changePassword({ password: newPassword() }),
      ),
    onSuccess: async (user) => {
      if (user) {
        toast.success(words.changed)
        onClose()
        await queries.invalidateQueries(sessionsOptions)
        return
      }
      await logOutToLogin()
      toast.success(words.changedLogIn)
    },
  })
  const again = useLoginAgain(() => change.mutate())
  return { change, again }
}
