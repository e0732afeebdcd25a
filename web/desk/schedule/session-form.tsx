import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import { fromEndField, fromTimeField } from '#contract/schedule/time-fields.ts'
import { newExtraSession } from '#contract/treatments/extra-sessions.ts'
import { addExtraSession } from '#contract/treatments/extra-sessions-calls.ts'
import { Button } from '#web/components/button.tsx'
import { CheckboxField, choicesOf, SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { toast } from '#web/components/toasts.tsx'
import { issuesOf } from '#web/lib/api/issues.ts'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { extraSessionsOptions, type SessionChoice } from './extra-sessions-api.ts'
import { useFieldErrors } from './field-errors.ts'
import { refreshSchedule } from './schedule-api.ts'

const EMPTY = {
  doctor: '',
  date: '',
  from: '09:00',
  to: '13:00',
  every: '',
  price: '',
  treatments: [] as readonly string[],
}
type Values = typeof EMPTY

interface SessionFormProps {
  today: IsoDate
  doctors: readonly SessionChoice[]
  treatments: readonly (SessionChoice & { active: boolean })[]
}

/** Opens an extra session: of the clinic or a doctor, for all treatments or some. */
export function SessionForm({ today, doctors, treatments }: SessionFormProps) {
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>(EMPTY)
  const { form, errors, show } = useFieldErrors()
  const adding = useMutation({
    mutationFn: (body: Parameters<typeof newExtraSession.parse>[0]) =>
      send(addExtraSession, { body: newExtraSession.parse(body) }),
    onSuccess: (list) => {
      queries.setQueryData(extraSessionsOptions.queryKey, list)
      setValues(EMPTY)
      toast.success('The session is open for booking')
      void refreshSchedule(queries)
    },
    onError: (error) => show(issuesOf(error).map(({ path, message }) => [path, message])),
  })
  const busy = adding.isPending
  useUnsavedChanges(values !== EMPTY)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const { doctor, date, from, to, every, price, treatments } = values
    const body = {
      ...(doctor && { doctor }),
      date,
      fromMinute: fromTimeField(from),
      toMinute: fromEndField(to),
      treatments,
      everyMinutes: every === '' ? null : Number(every),
      price: price === '' ? null : Number(price),
    }
    const parsed = newExtraSession.safeParse(body)
    const issues = parsed.error?.issues ?? []
    show(issues.map(({ path, message }) => [String(path[0]), message]))
    if (parsed.success) adding.mutate(body)
  }

  const field = (name: Exclude<keyof Values, 'treatments'>) => ({
    readOnly: busy,
    autoComplete: 'off',
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setValues({ ...values, [name]: target.value }),
  })
  const hasGeneralError = adding.isError && issuesOf(adding.error).length === 0

  return (
    <form
      ref={form}
      noValidate
      aria-label="Open an extra session"
      onSubmit={submit}
      className="grid gap-5"
    >
      <h3 className="text-xl">Open an extra session</h3>
      {hasGeneralError && (
        <FormAlert>{adding.error?.message} Nothing you typed was lost.</FormAlert>
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          label="Whose"
          hint="A session of the clinic is for every doctor without hours of their own."
          value={values.doctor}
          disabled={busy}
          onChange={({ target }) => setValues({ ...values, doctor: target.value })}
          options={[{ value: '', label: 'The clinic' }, ...choicesOf(doctors)]}
        />
        <TextField
          label="Day"
          type="date"
          min={today}
          error={values.date ? errors.date : errors.date && 'Choose a day'}
          {...field('date')}
        />
        <TextField label="From" type="time" error={errors.fromMinute} {...field('from')} />
        <TextField label="To" type="time" error={errors.toMinute} {...field('to')} />
        <TextField
          label="Minutes from start to start (optional)"
          hint="Leave empty for the treatment’s length."
          type="number"
          inputMode="numeric"
          min={5}
          error={errors.everyMinutes}
          {...field('every')}
        />
        <TextField
          label="Price in dollars (optional)"
          hint="For these treatments, all that day. Leave empty for their usual price."
          type="number"
          inputMode="decimal"
          min={0.5}
          step="0.01"
          error={errors.price}
          {...field('price')}
        />
      </div>
      <fieldset disabled={busy} className="grid gap-x-6 sm:grid-cols-2">
        <legend className="mb-1 font-bold">Treatments</legend>
        <p className="text-sm text-muted sm:col-span-2">Choose none to offer all.</p>
        {treatments
          .filter(({ active }) => active)
          .map(({ _id, name }) => (
            <CheckboxField
              key={_id}
              label={name}
              checked={values.treatments.includes(_id)}
              onChange={({ target }) => {
                const others = values.treatments.filter((id) => id !== _id)
                setValues({ ...values, treatments: target.checked ? [...others, _id] : others })
              }}
            />
          ))}
      </fieldset>
      <Button type="submit" busy={busy} className="justify-self-start">
        Open session
      </Button>
    </form>
  )
}
