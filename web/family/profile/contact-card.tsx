import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type Contact, type ContactForm, contactForm } from '#contract/contact/contact.ts'
import { changeContact } from '#contract/contact/contact-calls.ts'
import { contactOptions } from '#web/both/appointments/contact-api.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { TextAreaField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import * as words from '#words/en/families/profile/contact.ts'

/** Phone and address, which bookings begin with: docs/requirements.md#contact-in-the-profile. */
export default function ContactCard() {
  const { email } = useUser()
  const contact = useQuery(contactOptions(email))
  return (
    <Card>
      <h2 className="text-2xl">{words.title}</h2>
      <p className="mt-2 text-muted">{words.explanation}</p>
      <div className="mt-6">
        {contact.data ? (
          <EditContact email={email} contact={contact.data} />
        ) : contact.isError ? (
          <LoadError title={words.didNotLoad} query={contact} />
        ) : (
          <p role="status">{words.loading}</p>
        )}
      </div>
    </Card>
  )
}

function EditContact({ email, contact }: { email: string; contact: Contact }) {
  const queries = useQueryClient()
  const { register, handleSubmit, formState } = useForm<ContactForm>({
    resolver: zodResolver(contactForm),
    // Typed text stays when it changes in another tab.
    values: { phone: contact.phone ?? '', address: contact.address ?? '' },
    resetOptions: { keepDirtyValues: true },
  })
  const saving = useMutation({
    mutationFn: (body: ContactForm) => send(changeContact, { body }),
    onSuccess: (saved) => {
      toast.success(words.saved)
      queries.setQueryData(contactOptions(email).queryKey, saved)
    },
  })
  return (
    <form
      noValidate
      aria-label={words.title}
      onSubmit={handleSubmit((form) => {
        if (!saving.isPending) saving.mutate(form)
      })}
      className="grid gap-5"
    >
      {saving.isError && <FormAlert>{saving.error.message}</FormAlert>}
      <TextField
        label={words.phone}
        type="tel"
        autoComplete="tel"
        readOnly={saving.isPending}
        error={formState.errors.phone?.message}
        {...register('phone')}
      />
      <TextAreaField
        label={words.address}
        rows={2}
        autoComplete="street-address"
        readOnly={saving.isPending}
        error={formState.errors.address?.message}
        {...register('address')}
      />
      <div>
        <Button type="submit" look="secondary" busy={saving.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
