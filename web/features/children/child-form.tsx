import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { IsoDate } from '#contract/dates.ts'
import { type NewChild, newChild } from '#contract/families/children.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { issuesOf } from '#web/lib/api/issues.ts'

const NO_CHILD: NewChild = { name: '', birthDate: '' }

interface ChildFormProps {
  /** Names the form. */
  label: string
  values?: NewChild
  /** At the clinic: a child is not born later. */
  today?: IsoDate | undefined
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
  today,
  submitLabel,
  busy,
  error,
  onSubmit,
  onCancel,
}: ChildFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newChild),
    defaultValues: values,
  })
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
        void handleSubmit((child) => {
          if (!busy) onSubmit(child)
        })(event)
      }}
      className="grid gap-4"
    >
      {error && issues.length === 0 && <FormAlert>{error.message}</FormAlert>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          autoFocus
          label="Child’s name"
          autoComplete="off"
          readOnly={busy}
          error={errorOf('name')}
          {...register('name')}
        />
        <TextField
          label="Birth date"
          type="date"
          autoComplete="off"
          max={today}
          readOnly={busy}
          error={errorOf('birthDate')}
          {...register('birthDate')}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
        <Button look="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
