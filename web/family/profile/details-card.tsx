import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { type ProfileForm, profileForm } from '#contract/identity/profile.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import { signInState } from '#web/both/sign-in/origin.ts'
import { Card } from '#web/components/card.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { ImageField } from '#web/components/forms/image-field.tsx'
import { SaveOrDiscard } from '#web/components/forms/save-or-discard.tsx'
import * as words from '#words/en/families/profile/details.ts'
import { NoUserAlert } from './no-user-alert.tsx'
import { type Details, useSaveDetails } from './use-save-details.ts'

export function DetailsCard() {
  const user = useUser()
  const navigate = useNavigate()
  const { from } = signInState(useLocation().state)
  const [photo, setPhoto] = useState<Details['photo']>()
  const { saving, save, forget } = useSaveDetails()
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(profileForm),
    // Typed text stays when the name changes in another tab.
    values: { name: user.name },
    resetOptions: { keepDirtyValues: true },
  })
  // A new key clears the message about a rejected file.
  const [edition, setEdition] = useState(0)
  const busy = saving.is === 'uploading' || saving.is === 'saving'
  const sent = saving.is === 'uploading' ? saving.sent : 1

  function choose(next: Details['photo']) {
    if (!busy) setPhoto(next)
  }

  function restart(name: string) {
    reset({ name }, { keepDirtyValues: false })
    setPhoto(undefined)
    setEdition((last) => last + 1)
  }

  function undo() {
    restart(user.name)
    forget()
  }

  async function onSubmit({ name }: ProfileForm) {
    if (busy || !(await save({ name, photo }))) return
    restart(name)
    // Back to the page that led here to ask for the name.
    if (!user.name && from) await navigate(from, { replace: true })
  }

  return (
    <Card>
      <h2 className="text-2xl">{words.yourDetails}</h2>
      <form
        noValidate
        aria-label={words.yourDetails}
        onSubmit={handleSubmit(onSubmit)}
        className="mt-6 grid gap-5"
      >
        {saving.is === 'failed' && <FormAlert>{saving.message}</FormAlert>}
        {saving.is === 'loggedOut' && <NoUserAlert onKnown={forget} />}
        <ImageField
          key={edition}
          label={words.photo}
          hint={words.photoHint}
          round
          value={photo ?? null}
          onChange={(file) => choose(file ?? undefined)}
          current={photo === null ? null : user.photo}
          onRemove={() => choose(null)}
          progress={busy && photo ? sent : null}
        />
        <TextField
          label={words.name}
          hint={user.name ? undefined : words.tellYourName}
          autoComplete="name"
          readOnly={busy}
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <TextField
          label={words.email}
          hint={words.emailHint}
          value={user.email}
          readOnly
          autoComplete="off"
        />
        <SaveOrDiscard
          isDirty={formState.isDirty || photo !== undefined}
          busy={busy}
          onDiscard={undo}
        />
      </form>
    </Card>
  )
}
