import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { newLinkForm } from '../../../contract/users.ts'
import { messageOf } from '../../../machines/actors.ts'
import { Button } from '../../components/button.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { TextField } from '../../components/text-field.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { loadIdentity } from './identity.ts'

/** Sends another reset link, when the one at hand opens nothing any more. */
export function NewLinkForm() {
  const navigate = useNavigate()
  const { register, handleSubmit, formState, setError, getValues } = useForm({
    resolver: zodResolver(newLinkForm),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState

  async function onSubmit({ email }: { email: string }) {
    try {
      const identity = await loadIdentity()
      await identity.sendPasswordReset({ email })
    } catch (error) {
      setError('root', { message: messageOf(error) })
    }
  }

  return (
    <form
      noValidate
      aria-label="Request a new link"
      onSubmit={handleSubmit(onSubmit)}
      className="grid gap-4"
    >
      {errors.root && <FormAlert>{errors.root.message}</FormAlert>}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" wide busy={isSubmitting}>
        Send a new link
      </Button>
      <p className="text-center">
        <Link
          to="/login"
          replace
          className="font-bold underline decoration-line underline-offset-4 hover:text-primary"
        >
          Back to login
        </Link>
      </p>
      <CheckYourEmail
        open={isSubmitSuccessful}
        email={getValues('email')}
        onClose={() => navigate('/login', { replace: true })}
      />
    </form>
  )
}
