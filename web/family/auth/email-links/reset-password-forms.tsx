import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { MINIMUM_PASSWORD_LENGTH, newLinkForm, newPasswordForm } from '#contract/identity/users.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PasswordField } from '#web/components/forms/password-field.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import * as words from '#words/en/account/email-links.ts'
import * as passwordWords from '#words/en/account/password.ts'
import { CheckYourEmail } from '../login/check-your-email.tsx'
import { EmailField } from '../login/email-field.tsx'

interface NewPasswordFormProps {
  email: string
  /** Why the last attempt failed. */
  message: string | null
  isSaving: boolean
  onSubmit: (password: string) => void
}

/** Takes a new password by the rules of the sign-up. */
export function NewPasswordForm({ email, message, isSaving, onSubmit }: NewPasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '' },
  })
  return (
    <form
      noValidate
      aria-label={words.resetPassword}
      onSubmit={handleSubmit(({ password }) => onSubmit(password))}
      className="grid gap-4"
    >
      {message && <FormAlert>{message}</FormAlert>}
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={words.newPassword}
        hint={passwordWords.atLeast(MINIMUM_PASSWORD_LENGTH)}
        autoComplete="new-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" wide busy={isSaving}>
        {words.savePassword}
      </Button>
    </form>
  )
}

interface NewLinkFormProps {
  /** Why the last attempt failed. */
  message: string | null
  isSending: boolean
  isSent: boolean
  onSubmit: (email: string) => void
}

/** Requests another reset link, when the one that was clicked no longer works. */
export function NewLinkForm({ message, isSending, isSent, onSubmit }: NewLinkFormProps) {
  const navigate = useNavigate()
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: zodResolver(newLinkForm),
    defaultValues: { email: '' },
  })
  return (
    <form
      noValidate
      aria-label={words.requestNewLink}
      onSubmit={handleSubmit(({ email }) => onSubmit(email))}
      className="grid gap-4"
    >
      {message && <FormAlert>{message}</FormAlert>}
      <EmailField error={formState.errors.email?.message} {...register('email')} />
      <Button type="submit" wide busy={isSending}>
        {words.sendNewLink}
      </Button>
      <p className="text-center">
        <InlineLink look="quiet" to="/login" replace>
          {words.backToLogin}
        </InlineLink>
      </p>
      <CheckYourEmail
        open={isSent}
        email={getValues('email')}
        onClose={() => navigate('/login', { replace: true })}
      />
    </form>
  )
}
