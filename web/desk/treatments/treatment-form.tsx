import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Control, Controller, useForm, useWatch } from 'react-hook-form'
import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { describeAges } from '#contract/guardians/describe-ages.ts'
import { WEEKDAYS, type Week } from '#contract/schedule/schedule.ts'
import {
  type AdminTreatment,
  adminTreatment,
  countAppointments,
  countConflicts,
  DEFAULT_LENGTH,
  type TreatmentFields,
  treatmentFields,
} from '#contract/treatments/treatment-admin.ts'
import { changeTreatment } from '#contract/treatments/treatment-admin-calls.ts'
import { Button } from '#web/components/button.tsx'
import { CheckboxField, SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { refusedAmong, useRefusedFields } from '#web/components/forms/refused-fields.ts'
import { StaleAlert } from '#web/components/forms/stale-alert.tsx'
import { useStaleSave } from '#web/components/forms/use-stale-save.ts'
import { toast } from '#web/components/toasts.tsx'
import { UndecidedNote } from '#web/desk/schedule/undecided-note.tsx'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { AgeField } from './age-field.tsx'
import { StartTimes } from './start-times.tsx'
import { comingOptions, showTreatment } from './treatments-api.ts'
import { WeekdaysField } from './weekdays-field.tsx'

/** Which families book a treatment online. */
const BOOKABLE_BY: Record<AdminTreatment['booking'], string> = {
  online: 'All families',
  ticket: 'Families that we have asked to book it',
  desk: 'No family: only we book it',
}

/** Fields in their order on the screen. */
export const NEW_TREATMENT: TreatmentFields = {
  name: '',
  lengthMinutes: DEFAULT_LENGTH,
  minAgeMonths: null,
  maxAgeMonths: null,
  bufferMinutes: 0,
  active: true,
  booking: 'online',
  needsDoctor: false,
  startMinutes: [],
  weekdays: [0, 1, 2, 3, 4, 5, 6],
}

interface EditTreatmentProps {
  treatment: AdminTreatment
  week: Week
  onDone: () => void
}

/** Edits a treatment. Shows the effect before saving. */
export default function EditTreatment({ treatment, week, onDone }: EditTreatmentProps) {
  const queries = useQueryClient()
  const { saving, theirs, submit } = useStaleSave({
    state: treatment,
    schema: adminTreatment,
    save: (fields: TreatmentFields) =>
      send(changeTreatment, {
        params: { id: treatment._id },
        body: { ...fields, version: treatment.version },
      }),
    show: (current) => showTreatment(queries, current),
    onSaved: ({ name }) => {
      toast.success(`${name} is saved`)
      onDone()
    },
    textsOf,
  })
  // If nothing else changed, its position in the list did.
  const changes = theirs?.length === 0 ? [{ label: 'Order', now: 'changed' }] : theirs
  return (
    <TreatmentForm
      label={`Edit ${treatment.name}`}
      values={fieldsOf(treatment)}
      week={week}
      treatmentId={treatment._id}
      busy={saving.isPending}
      error={saving.error}
      notice={changes && <StaleAlert changes={changes} />}
      onSubmit={(fields) => submit(fields)}
      onCancel={onDone}
    />
  )
}

function fieldsOf(treatment: TreatmentFields): TreatmentFields {
  const { name, active, booking, needsDoctor, lengthMinutes, startMinutes, ...others } = treatment
  const { weekdays, bufferMinutes, minAgeMonths, maxAgeMonths } = others
  const times = { lengthMinutes, startMinutes, weekdays, bufferMinutes }
  return { name, active, booking, needsDoctor, ...times, minAgeMonths, maxAgeMonths }
}

/** The fields that another admin may change, including prices. */
function textsOf(one: AdminTreatment): Record<string, string> {
  return {
    Name: one.name,
    Bookable: one.active ? 'yes' : 'no',
    'Booked online by': BOOKABLE_BY[one.booking],
    'Without a doctor': one.needsDoctor ? 'no' : 'yes',
    Ages: describeAges(one) ?? 'all',
    'Length (minutes)': `${one.lengthMinutes}`,
    'Start times': one.startMinutes.map(formatMinute).join(', '),
    Weekdays: one.weekdays.map((weekday) => WEEKDAYS[weekday]).join(', '),
    'Minutes kept free after it': `${one.bufferMinutes}`,
    Prices: one.prices.map(({ validFrom, price }) => `$${price} from ${validFrom}`).join(', '),
  }
}

interface TreatmentFormProps {
  label: string
  values: TreatmentFields
  week: Week
  /** Absent for a new one. */
  treatmentId?: string
  busy: boolean
  error: Error | null
  /** Above the buttons. */
  notice?: ReactNode
  /** Further fields of a new treatment. */
  children?: ReactNode
  onSubmit: (fields: TreatmentFields) => void
  onCancel: () => void
}

const AGES = [
  { name: 'minAgeMonths', label: 'From age', hint: 'Leave empty to start at birth.' },
  {
    name: 'maxAgeMonths',
    label: 'Below age',
    hint: 'Children this old or older can’t book. Leave empty for no limit.',
  },
] as const

const FIELDS = Object.keys(NEW_TREATMENT) as (keyof TreatmentFields)[]

export function TreatmentForm(props: TreatmentFormProps) {
  const { label, values, week, treatmentId, busy, error, notice, children, onSubmit, onCancel } =
    props
  const { register, control, handleSubmit, setError, formState } = useForm<TreatmentFields>({
    resolver: zodResolver(treatmentFields),
    // After another admin's change, typed values stay.
    values,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty } = formState
  useUnsavedChanges(isDirty)
  const lengthMinutes = useWatch({ control, name: 'lengthMinutes' })
  const refused = refusedAmong(FIELDS, error)
  useRefusedFields(refused, error, setError)

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={handleSubmit((fields) => {
        if (!busy) onSubmit(fields)
      })}
      className="grid gap-6"
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          readOnly={busy}
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Length (minutes)"
          type="number"
          inputMode="numeric"
          min={5}
          autoComplete="off"
          readOnly={busy}
          error={errors.lengthMinutes?.message}
          {...register('lengthMinutes', { valueAsNumber: true })}
        />
        {AGES.map(({ name, ...words }) => (
          <Controller
            key={name}
            name={name}
            control={control}
            render={({ field: { value, onChange } }) => (
              <AgeField
                {...words}
                value={value}
                onChange={onChange}
                readOnly={busy}
                error={errors[name]?.message}
              />
            )}
          />
        ))}
        <TextField
          label="Minutes kept free after it"
          hint="The doctor takes no other patient then. Patients don’t see it."
          type="number"
          inputMode="numeric"
          min={0}
          autoComplete="off"
          readOnly={busy}
          error={errors.bufferMinutes?.message}
          {...register('bufferMinutes', { valueAsNumber: true })}
        />
        <SelectField
          label="Booked online by"
          disabled={busy}
          options={Object.entries(BOOKABLE_BY).map(([value, label]) => ({ value, label }))}
          {...register('booking')}
        />
        {children}
      </div>
      <CheckboxField
        label="Patients can book this treatment"
        disabled={busy}
        {...register('active')}
      />
      <CheckboxField
        label="Only while a doctor gives it"
        disabled={busy}
        {...register('needsDoctor')}
      />
      <Controller
        name="startMinutes"
        control={control}
        render={({ field: { ref, value, onChange } }) => (
          <StartTimes
            ref={ref}
            value={value}
            onChange={onChange}
            lengthMinutes={lengthMinutes}
            week={week}
            readOnly={busy}
            error={errors.startMinutes?.message ?? errors.startMinutes?.root?.message}
          />
        )}
      />
      <Controller
        name="weekdays"
        control={control}
        render={({ field: { value = [], onChange } }) => (
          <WeekdaysField
            value={value}
            onChange={onChange}
            readOnly={busy}
            error={errors.weekdays?.message ?? errors.weekdays?.root?.message}
          />
        )}
      />
      {treatmentId && <Effect control={control} treatmentId={treatmentId} />}
      {notice}
      {error && !notice && refused.length === 0 && (
        <FormAlert>{error.message} Nothing you typed was lost.</FormAlert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <Button look="secondary" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface EffectProps {
  control: Control<TreatmentFields>
  treatmentId: string
}

/** The effect of saving on upcoming appointments. */
function Effect({ control, treatmentId }: EffectProps) {
  const { data: coming, isError, refetch } = useQuery(comingOptions(treatmentId))
  const [active, lengthMinutes, startMinutes, weekdays, minAgeMonths, maxAgeMonths] = useWatch({
    control,
    name: ['active', 'lengthMinutes', 'startMinutes', 'weekdays', 'minAgeMonths', 'maxAgeMonths'],
  })
  if (isError) {
    return (
      <p role="alert">
        We couldn’t load which appointments this would affect.{' '}
        <Button look="quiet" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  }
  if (!coming) return null
  const total = countAppointments(coming)
  if (total === 0) return null
  const wanted = { active, lengthMinutes, startMinutes, weekdays, minAgeMonths, maxAgeMonths }
  const conflicts = countConflicts(wanted, coming)
  return (
    <p role="status">
      {conflicts === 0 ? (
        <>{count(total, 'upcoming appointment')}: all of them still fit.</>
      ) : (
        <>
          <strong>
            {conflicts} of {count(total, 'upcoming appointment')} will no longer fit.
          </strong>{' '}
          <UndecidedNote />
        </>
      )}
    </p>
  )
}
