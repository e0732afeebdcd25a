import { type FormEvent, useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import {
  type ClosurePreview,
  closurePreview,
  MAX_FOR_FAMILIES,
  MAX_REASON,
  MINUTES_PER_DAY,
} from '#contract/schedule/schedule.ts'
import { fromEndField, fromTimeField } from '#contract/schedule/time-fields.ts'
import { Button } from '#web/components/button.tsx'
import { CheckboxField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { useFieldErrors } from '../field-errors.ts'
import type { Doctor } from '../schedule-api.ts'
import type { ScheduleChange } from '../schedule-change.ts'
import { type ClosureValues, NO_CLOSURE } from './closure-address.ts'

interface ClosureFormProps {
  title: string
  reasonHint: string
  today: IsoDate
  doctor: Doctor
  values: ClosureValues
  onChange: (values: ClosureValues) => void
  flow: ScheduleChange
  onPreview: (closure: ClosurePreview) => void
}

/** Asks for days, time and reason; then checks the appointments. */
export function ClosureForm(props: ClosureFormProps) {
  const { title, reasonHint, today, doctor, values, onChange, flow, onPreview } = props
  const { snapshot } = flow
  const isChecking = snapshot.matches('previewing')
  const { form, errors, show } = useFieldErrors()

  function submit(event: FormEvent) {
    event.preventDefault()
    const { allDay, from, to, reason, forFamilies } = values
    const parsed = closurePreview.safeParse({
      ...(doctor && { doctor }),
      fromDate: values.fromDate,
      toDate: values.toDate || values.fromDate,
      fromMinute: allDay ? 0 : fromTimeField(from),
      toMinute: allDay ? MINUTES_PER_DAY : fromEndField(to),
      reason,
      ...(forFamilies && { forFamilies }),
    })
    const issues = parsed.error?.issues ?? []
    show(issues.map(({ path, message }) => [String(path[0]), message]))
    if (parsed.success) onPreview(parsed.data)
  }

  const field = (name: keyof ClosureValues) => ({
    readOnly: isChecking,
    value: String(values[name]),
    onChange: (event: { target: HTMLInputElement }) =>
      onChange({ ...values, [name]: event.target.value }),
  })

  // What a link has filled in is not typed.
  const [first] = useState(values)
  const isSame = (other: ClosureValues) => JSON.stringify(values) === JSON.stringify(other)
  useUnsavedChanges(!isSame(first) && !isSame(NO_CLOSURE))

  return (
    <form ref={form} noValidate aria-label={title} onSubmit={submit} className="grid gap-5">
      <h3 className="text-xl">{title}</h3>
      {snapshot.matches({ editing: 'refused' }) && (
        <FormAlert>{snapshot.context.message} Nothing you typed was lost.</FormAlert>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="First day"
          type="date"
          min={today}
          error={values.fromDate ? errors.fromDate : errors.fromDate && 'Choose a day'}
          {...field('fromDate')}
        />
        <TextField
          label="Last day, if several"
          type="date"
          min={values.fromDate || today}
          error={values.toDate ? errors.toDate : undefined}
          {...field('toDate')}
        />
      </div>
      <CheckboxField
        label="All day"
        disabled={isChecking}
        checked={values.allDay}
        onChange={({ target }) => onChange({ ...values, allDay: target.checked })}
      />
      {!values.allDay && (
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField label="From" type="time" error={errors.fromMinute} {...field('from')} />
          <TextField label="To" type="time" error={errors.toMinute} {...field('to')} />
        </div>
      )}
      <TextField
        label="Reason"
        name="reason"
        hint={reasonHint}
        autoComplete="off"
        maxLength={MAX_REASON}
        error={errors.reason}
        {...field('reason')}
      />
      <TextField
        label="Message for families, if any"
        hint="Why, in the email and on the page that offer them another time."
        autoComplete="off"
        maxLength={MAX_FOR_FAMILIES}
        error={errors.forFamilies}
        {...field('forFamilies')}
      />
      <Button type="submit" busy={isChecking} className="justify-self-start">
        Check appointments
      </Button>
    </form>
  )
}
