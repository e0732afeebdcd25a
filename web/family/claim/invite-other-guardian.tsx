import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ClaimedFamily } from '#contract/claims/claims.ts'
import {
  INVITATION_DAYS,
  type NewInvitation,
  newInvitation,
} from '#contract/guardians/guardians.ts'
import { inviteGuardian } from '#contract/guardians/guardians-calls.ts'
import { isolate } from '#contract/names.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { issuesOf } from '#web/lib/api/issues.ts'
import { send } from '#web/lib/api/send.ts'
import * as words from '#words/en/account/claim.ts'
import * as frame from '#words/en/frame.ts'

interface InviteOtherGuardianProps {
  /** As the previous system names them. */
  guardian: NonNullable<ClaimedFamily['otherGuardian']>
  /** Ids of the children that they would look after, too. */
  invitedTo: readonly string[]
}

/** A filled-in invitation, which the user sends by one press or leaves out. */
export function InviteOtherGuardian({ guardian, invitedTo }: InviteOtherGuardianProps) {
  const { name, email } = guardian
  const titleId = useId()
  const [isLeftOut, setLeftOut] = useState(false)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newInvitation),
    defaultValues: {
      email: email ?? '',
      children: [...invitedTo],
      mayBook: true,
      mayPay: true,
      receivesEmail: true,
    },
  })
  const inviting = useMutation({
    mutationFn: (body: NewInvitation) => send(inviteGuardian, { body }),
  })
  if (isLeftOut) return null
  if (inviting.isSuccess) {
    return (
      <FormAlert kind="success">
        {words.invitationSent(inviting.variables.email, frame.myChildren)}
      </FormAlert>
    )
  }
  const { error, isPending } = inviting
  const issues = issuesOf(error)
  const emailError =
    formState.errors.email?.message ?? issues.find(({ path }) => path === 'email')?.message
  return (
    <section aria-labelledby={titleId} className="border-t border-base-300 pt-6">
      <h2 id={titleId} className="text-xl wrap-anywhere">
        {words.inviteQuestion(isolate(name))}
      </h2>
      <p className="mt-1 mb-4 text-muted">{words.guardianCan}</p>
      <form
        noValidate
        aria-label={words.invite(name)}
        onSubmit={handleSubmit((invitation) => {
          if (!isPending) inviting.mutate(invitation)
        })}
        className="grid gap-4"
      >
        {error && issues.length === 0 && <FormAlert>{error.message}</FormAlert>}
        <TextField
          label={words.guardianEmail}
          type="email"
          autoComplete="off"
          hint={words.acceptWithin(INVITATION_DAYS)}
          readOnly={isPending}
          error={emailError}
          {...register('email')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="secondary" busy={isPending}>
            {words.sendInvitation}
          </Button>
          <Button look="quiet" disabled={isPending} onClick={() => setLeftOut(true)}>
            {words.notNow}
          </Button>
        </div>
      </form>
    </section>
  )
}
