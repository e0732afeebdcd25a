import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { MINIMUM_PASSWORD_LENGTH, newPasswordForm } from '../../../contract/users.ts'
import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { PasswordField } from '../../components/password-field.tsx'

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
      aria-label="Reset password"
      onSubmit={handleSubmit(({ password }) => onSubmit(password))}
      className="grid gap-4"
    >
      {message && <FormAlert>{message}</FormAlert>}
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        hint={`At least ${MINIMUM_PASSWORD_LENGTH} characters`}
        autoComplete="new-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" wide busy={isSaving}>
        Save password
      </Button>
    </form>
  )
}
