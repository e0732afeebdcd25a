import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { newEmailForm } from '#contract/identity/profile.ts'
import { CHANGE_EMAIL_FRAGMENT } from '#web/both/emails/change-email-path.ts'
import { explain } from '#web/both/session/account.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import { useRecentLoginDialog } from '#web/both/sign-in/recent-login.tsx'
import { SandboxHint } from '#web/both/sign-in/sandbox-hint.tsx'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { NoUserError } from '#web/lib/identity/identity-adapter.ts'
import * as loginWords from '#words/en/account/recent-login.ts'
import * as words from '#words/en/families/profile/email-settings.ts'
import * as frame from '#words/en/frame.ts'
import { NoUserAlert } from './no-user-alert.tsx'

/** Gives the account another email, after the user has clicked the link in an email sent to it. */
export function ChangeEmail({ address }: { address: string }) {
  const location = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const recent = useRecentLoginDialog(loginWords.beforeEmailChange)
  const sending = useMutation({
    mutationFn: ({ email }: { email: string }) =>
      recent.run(async () => (await loadIdentity()).sendEmailChange({ email })),
  })
  // It is shown only while the form is closed.
  const opener = useFocusOnChange<HTMLButtonElement>(String(isOpen))

  useEffect(() => {
    if (location.hash === CHANGE_EMAIL_FRAGMENT) setIsOpen(true)
  }, [location])

  return (
    <div className="grid justify-items-start gap-4">
      <p role="status" className="[overflow-wrap:anywhere] empty:hidden">
        {sending.isSuccess && words.linkSent(sending.variables.email, address)}
      </p>
      {sending.isSuccess && <SandboxHint of="email" />}
      {isOpen ? (
        <NewEmailForm
          address={address}
          sending={sending}
          onClose={() => {
            setIsOpen(false)
            if (sending.isError) sending.reset()
          }}
        />
      ) : (
        <Button ref={opener} look="secondary" onClick={() => setIsOpen(true)}>
          {words.changeEmail}
        </Button>
      )}
      {recent.dialog}
    </div>
  )
}

interface NewEmailFormProps {
  address: string
  sending: {
    isPending: boolean
    isSuccess: boolean
    error: Error | null
    mutate: (form: { email: string }) => void
    reset: () => void
  }
  onClose: () => void
}

function NewEmailForm({ address, sending, onClose }: NewEmailFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(newEmailForm),
    defaultValues: { email: '' },
  })
  useEffect(() => setFocus('email'), [setFocus])

  function onSubmit({ email }: { email: string }) {
    if (sending.isPending) return
    if (email !== address) sending.mutate({ email })
    else setError('email', { message: words.isYourEmail }, { shouldFocus: true })
  }

  return (
    <form
      noValidate
      aria-label={words.changeEmail}
      onSubmit={handleSubmit(onSubmit)}
      className="grid w-full gap-4"
    >
      {sending.error instanceof NoUserError ? (
        <NoUserAlert onKnown={sending.reset} />
      ) : (
        sending.error && <FormAlert>{explain(sending.error)}</FormAlert>
      )}
      <TextField
        label={words.newEmail}
        hint={words.newEmailHint}
        type="email"
        autoComplete="email"
        readOnly={sending.isPending}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={sending.isPending}>
          {sending.isSuccess ? words.resend : words.send}
        </Button>
        <Button look="quiet" disabled={sending.isPending} onClick={onClose}>
          {sending.isSuccess ? frame.close : frame.cancel}
        </Button>
      </div>
    </form>
  )
}
