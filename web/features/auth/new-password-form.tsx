import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import {
  type NewPasswordForm as Form,
  MINIMUM_PASSWORD_LENGTH,
  newPasswordForm,
} from '../../../contract/users.ts'
import { messageOf } from '../../../machines/actors.ts'
import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { toast } from '../../components/toast.ts'
import { loadIdentity } from './identity.ts'
import type { SignInState } from './origin.ts'
import { refusalOf } from './use-reset-code.ts'

interface NewPasswordFormProps {
  email: string
  /** The valid code of a reset link. */
  code: string
  /** The code was used or ran out meanwhile; says why, in a sentence for people. */
  onRefused: (reason: string) => void
}

/** Changes the password, by the rules of the sign-up (spec section 5), and goes on to the login. */
export function NewPasswordForm({ email, code, onRefused }: NewPasswordFormProps) {
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = formState

  async function onSubmit({ password }: Form) {
    try {
      const identity = await loadIdentity()
      await identity.confirmPasswordReset({ code, password })
    } catch (error) {
      const reason = refusalOf(error)
      if (reason) onRefused(reason)
      else setError('root', { message: messageOf(error) })
      return
    }
    toast.success('Your password has been changed')
    const state: SignInState = { email }
    navigate('/login', { replace: true, state })
  }

  return (
    <form
      noValidate
      aria-label="Reset password"
      onSubmit={handleSubmit(onSubmit)}
      className="grid gap-4"
    >
      {errors.root && <FormAlert>{errors.root.message}</FormAlert>}
      {/* Tells password managers whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="New password"
        hint={`At least ${MINIMUM_PASSWORD_LENGTH} characters`}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <Button type="submit" wide busy={isSubmitting}>
        Save password
      </Button>
    </form>
  )
}
