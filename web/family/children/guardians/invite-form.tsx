import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { Child } from '#contract/guardians/children.ts'
import {
  INVITATION_DAYS,
  type NewInvitation,
  newInvitation,
} from '#contract/guardians/guardians.ts'
import { inviteGuardian } from '#contract/guardians/guardians-calls.ts'
import { Button } from '#web/components/button.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { CheckboxField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { toast } from '#web/components/toasts.tsx'
import { issuesOf } from '#web/lib/api/issues.ts'
import { send } from '#web/lib/api/send.ts'
import * as children from '#words/en/families/children.ts'
import * as words from '#words/en/families/guardians.ts'
import * as frame from '#words/en/frame.ts'
import { RightsFields } from './rights-fields.tsx'

interface InviteFormProps {
  /** The children that the user may invite guardians for. */
  invitable: readonly Child[]
  onDone: () => void
}

/** Invites a guardian for some of the children. The email field has the focus first. */
export default function InviteForm({ invitable, onDone }: InviteFormProps) {
  const queries = useQueryClient()
  const childrenId = useId()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newInvitation),
    defaultValues: {
      email: '',
      children: invitable.map(({ _id }) => _id),
      mayBook: true,
      mayPay: true,
      receivesEmail: true,
    },
  })
  const inviting = useMutation({
    mutationFn: (body: NewInvitation) => send(inviteGuardian, { body }),
    onSuccess: async (_, { email }) => {
      toast.success(words.sentInvitation(email))
      onDone()
      await queries.invalidateQueries({ queryKey: ['guardians'] })
    },
  })
  const { error, isPending } = inviting
  const issues = issuesOf(error)
  const errorOf = (field: keyof NewInvitation) =>
    formState.errors[field]?.message ?? issues.find(({ path }) => path === field)?.message
  const childrenError = errorOf('children')

  return (
    <form
      noValidate
      aria-label={children.inviteGuardian}
      onSubmit={handleSubmit((invitation) => {
        if (!isPending) inviting.mutate(invitation)
      })}
      className="grid gap-6"
    >
      {error && issues.length === 0 && <FormAlert>{error.message}</FormAlert>}
      <TextField
        autoFocus
        label={words.theirEmail}
        type="email"
        autoComplete="off"
        hint={words.theirEmailHint(INVITATION_DAYS)}
        readOnly={isPending}
        error={errorOf('email')}
        {...register('email')}
      />
      <fieldset
        className="min-w-0"
        aria-describedby={childrenError ? `${childrenId}-error` : undefined}
      >
        <legend className="font-bold">{words.children}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {invitable.map(({ _id, name }) => (
            <CheckboxField key={_id} label={name} value={_id} {...register('children')} />
          ))}
        </div>
        <FieldError id={`${childrenId}-error`}>{childrenError}</FieldError>
      </fieldset>
      <RightsFields field={(right) => register(right)} />
      <p className="text-sm text-muted">{words.sameChild}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isPending}>
          {words.sendInvitation}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={onDone}>
          {frame.cancel}
        </Button>
      </div>
    </form>
  )
}
