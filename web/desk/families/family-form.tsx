import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type NewFamily, newFamily } from '#contract/families/families.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { useIsOffered } from '#web/lib/is-offered.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { LANGUAGES } from '#words/languages.ts'

const CHOICES = LANGUAGES.map((language) => ({ value: language, label: ENGLISH_NAMES[language] }))

interface FamilyFormProps {
  defaults: NewFamily
  /** Of the button that submits. */
  label: string
  busy: boolean
  error: string | undefined
  onSubmit: (family: NewFamily) => void
  onCancel: () => void
}

/** The details of a family without an account. */
export function FamilyForm({ defaults, label, busy, error, onSubmit, onCancel }: FamilyFormProps) {
  const {
    register,
    handleSubmit,
    watch,
    formState: { errors, isDirty },
  } = useForm<NewFamily>({ resolver: zodResolver(newFamily), defaultValues: defaults })
  useUnsavedChanges(isDirty)
  const language = watch('language') ?? 'en'
  const field = (name: keyof NewFamily) => ({
    autoComplete: 'off',
    readOnly: busy,
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <form
      noValidate
      className="mt-4 grid gap-4 sm:grid-cols-2"
      onSubmit={handleSubmit((form) => onSubmit(form))}
    >
      <TextField label="Guardian’s name" required {...field('name')} />
      <TextField label="Phone" type="tel" required {...field('phone')} />
      <TextField label="Email (optional)" type="email" {...field('email')} />
      <SelectField
        label="Language"
        hint={
          useIsOffered(language)
            ? undefined
            : `Emails, receipts and letters are in English until the website offers ${ENGLISH_NAMES[language]}.`
        }
        options={CHOICES}
        {...field('language')}
      />
      <div className="flex flex-wrap items-end gap-3">
        <Button type="submit" busy={busy}>
          {label}
        </Button>
        <Button look="quiet" className="min-h-11 px-4" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      {error && (
        <div className="sm:col-span-2">
          <FormAlert>{error} Nothing you typed was lost.</FormAlert>
        </div>
      )}
    </form>
  )
}
