import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type NewChild, newChild } from '#contract/guardians/children.ts'
import { Button } from '#web/components/button.tsx'
import { BirthDateField } from '#web/components/forms/birth-date-field.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { typedBirthDate } from '#web/components/forms/typed-birth-date.ts'
import { issuesOf } from '#web/lib/api/issues.ts'
import * as words from '#words/en/families/child-form.ts'
import * as frame from '#words/en/frame.ts'

const NO_CHILD: NewChild = { name: '', birthDate: '' }

/** Validates with messages that match the three fields. */
const childFields = z.extend(newChild, { birthDate: typedBirthDate })

export interface ChildFormProps {
  /** Names the form. */
  label: string
  values?: NewChild
  submitLabel: string
  busy: boolean
  /** Why the last submission failed. */
  error: Pick<Error, 'message'> | null
  onSubmit: (child: NewChild) => void
  onCancel: () => void
}

/** Name and birth date of a child. The name has the focus first. */
export default function ChildForm({
  label,
  values = NO_CHILD,
  submitLabel,
  busy,
  error,
  onSubmit,
  onCancel,
}: ChildFormProps) {
  const { register, handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(childFields),
    defaultValues: values,
  })
  const birthDate = useRef<HTMLInputElement>(null)
  const issues = issuesOf(error)
  const errorOf = (field: keyof NewChild) =>
    formState.errors[field]?.message ?? issues.find(({ path }) => path === field)?.message
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        // It may be inside of a dialog that has a form of its own.
        event.stopPropagation()
        void handleSubmit(
          (child) => {
            if (!busy) onSubmit(child)
          },
          (errors) => {
            if (!errors.name) birthDate.current?.focus()
          },
        )(event)
      }}
      className="grid gap-4"
    >
      {error && issues.length === 0 && <FormAlert>{error.message}</FormAlert>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          autoFocus
          label={words.childsName}
          hint={words.firstAndLast}
          autoComplete="off"
          readOnly={busy}
          error={errorOf('name')}
          {...register('name')}
        />
        <BirthDateField
          first={birthDate}
          value={values.birthDate}
          onChange={(typed) =>
            setValue('birthDate', typed, { shouldValidate: formState.isSubmitted })
          }
          readOnly={busy}
          error={errorOf('birthDate')}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
        <Button look="quiet" disabled={busy} onClick={onCancel}>
          {frame.cancel}
        </Button>
      </div>
    </form>
  )
}
