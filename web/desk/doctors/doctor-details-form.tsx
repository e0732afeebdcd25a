import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { count } from '#contract/count.ts'
import {
  type Doctor,
  type DoctorDetails,
  doctorDetails,
  doctor as doctorSchema,
} from '#contract/doctors/doctors.ts'
import { changeDoctor } from '#contract/doctors/doctors-calls.ts'
import type * as refusals from '#contract/doctors/doctors-refusals.ts'
import type { RefusalCode } from '#contract/refusals/refusals.ts'
import type { AdminTreatment } from '#contract/treatments/treatment-admin.ts'
import { Card } from '#web/components/card.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import {
  type RefusedField,
  refusedAmong,
  useRefusedFields,
} from '#web/components/forms/refused-fields.ts'
import { SaveOrDiscard } from '#web/components/forms/save-or-discard.tsx'
import { StaleAlert } from '#web/components/forms/stale-alert.tsx'
import { useStaleSave } from '#web/components/forms/use-stale-save.ts'
import { toast } from '#web/components/toasts.tsx'
import { UndecidedNote } from '#web/desk/schedule/undecided-note.tsx'
import { refreshBooking, treatmentsOptions } from '#web/desk/treatments/treatments-api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { DoctorFields } from './doctor-fields.tsx'
import { doctorsOptions, refreshDoctors } from './doctors-api.ts'
import { UnbookableNote } from './unbookable-note.tsx'

interface DoctorDetailsFormProps {
  doctor: Doctor
  /** All treatments of the clinic. */
  treatments: readonly AdminTreatment[]
}

const SOCIAL = [
  ['facebook', 'Facebook (optional)'],
  ['linkedin', 'LinkedIn (optional)'],
  ['twitter', 'Twitter (optional)'],
] as const

export default function DoctorDetailsForm({ doctor, treatments }: DoctorDetailsFormProps) {
  const values = detailsOf(doctor)
  const { saving, theirs = [], submit } = useSaveDoctor(doctor, treatments)
  const { register, control, handleSubmit, reset, setError, formState } = useForm<DoctorDetails>({
    resolver: zodResolver(doctorDetails),
    // After another admin's change, typed values stay.
    values,
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty } = formState
  const busy = saving.isPending
  useUnsavedChanges(isDirty)
  const refused = refusedDetails(saving.error)

  useRefusedFields(refused, saving.error, setError)

  return (
    <Card>
      <h2 className="mb-6 text-2xl">Details</h2>
      <form
        noValidate
        aria-label="Details"
        onSubmit={handleSubmit((details) => {
          if (busy) return
          submit(details, (saved) => reset(detailsOf(saved), { keepDirtyValues: false }))
        })}
        className="grid gap-6"
      >
        <div className="grid items-end gap-5 md:grid-cols-2">
          <DoctorFields
            field={(name) => ({ ...register(name), error: errors[name]?.message })}
            busy={busy}
            specialty={doctor.specialty}
          />
          <TextField
            label="NPI (optional)"
            hint="The National Provider Identifier, published with the doctor’s free times."
            inputMode="numeric"
            autoComplete="off"
            readOnly={busy}
            error={errors.npi?.message}
            {...register('npi')}
          />
          {SOCIAL.map(([field, label]) => (
            <TextField
              key={field}
              label={label}
              type="url"
              placeholder="https://"
              autoComplete="off"
              readOnly={busy}
              error={errors[field]?.message}
              {...register(field)}
            />
          ))}
        </div>
        <Controller
          name="treatments"
          control={control}
          render={({ field: { value, onChange } }) => (
            <TreatmentsField
              doctor={doctor}
              treatments={treatments}
              value={value}
              onChange={onChange}
              disabled={busy}
              error={errors.treatments?.message}
            />
          )}
        />
        {theirs.length > 0 && <StaleAlert changes={theirs} />}
        {saving.error && theirs.length === 0 && refused.length === 0 && (
          <FormAlert>{saving.error.message} Nothing you typed was lost.</FormAlert>
        )}
        <SaveOrDiscard
          isDirty={isDirty}
          busy={busy}
          onDiscard={() => {
            reset(values, { keepDirtyValues: false })
            saving.reset()
          }}
        />
      </form>
    </Card>
  )
}

const FIELDS = Object.keys(doctorDetails.shape) as (keyof DoctorDetails)[]

/** The fields that a failure concerns. */
function refusedDetails(error: unknown): RefusedField<keyof DoctorDetails>[] {
  if (error instanceof ApiError) {
    const code = error.code as RefusalCode<typeof refusals.changeDoctor>
    if (code === 'doctor_exists') return [{ field: 'email', message: error.message }]
  }
  return refusedAmong(FIELDS, error)
}

function detailsOf(doctor: Doctor): DoctorDetails {
  const { name, email, designation, specialty, npi, facebook, linkedin, twitter, treatments } =
    doctor
  return {
    name,
    email,
    designation: designation ?? '',
    specialty,
    npi: npi ?? '',
    facebook: facebook ?? '',
    linkedin: linkedin ?? '',
    twitter: twitter ?? '',
    treatments,
  }
}

function useSaveDoctor(doctor: Doctor, treatments: readonly AdminTreatment[]) {
  const queries = useQueryClient()
  const namesOf = (ids: readonly string[]) =>
    treatments.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name)
  return useStaleSave({
    state: doctor,
    schema: doctorSchema,
    save: (details: DoctorDetails) =>
      send(changeDoctor, {
        params: { email: doctor.email },
        body: { ...details, version: doctor.version },
      }),
    show: (current) =>
      queries.setQueryData(doctorsOptions().queryKey, (list) =>
        list?.map((one) => (one._id === current._id ? current : one)),
      ),
    onSaved: ({ name }) => {
      toast.success(`${name} is saved`)
      void refreshDoctors(queries)
      void queries.invalidateQueries({ queryKey: treatmentsOptions().queryKey })
      refreshBooking(queries)
    },
    textsOf: (one) => ({
      Name: one.name,
      Email: one.email,
      Designation: one.designation ?? '',
      Specialty: one.specialty,
      NPI: one.npi ?? '',
      Facebook: one.facebook ?? '',
      LinkedIn: one.linkedin ?? '',
      Twitter: one.twitter ?? '',
      Treatments: namesOf(one.treatments).join(', '),
    }),
  })
}

interface TreatmentsFieldProps extends DoctorDetailsFormProps {
  /** Ids. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  disabled: boolean
  error?: string | undefined
}

/** The treatments that a doctor gives, with the upcoming appointments that a change would affect. */
function TreatmentsField(props: TreatmentsFieldProps) {
  const { doctor, treatments, value, onChange, disabled, error } = props
  const hintId = useId()
  const affected = doctor.coming
    .filter(({ treatment }) => !value.includes(treatment))
    .reduce((sum, { count }) => sum + count, 0)
  return (
    <fieldset aria-describedby={hintId} className="grid gap-2">
      <legend className="mb-1 font-bold">Treatments given</legend>
      <p id={hintId} className="text-sm text-muted">
        A treatment with doctors can be booked while one of them is free.
      </p>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {treatments.map(({ _id, name, active }) => (
          <label key={_id} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={value.includes(_id)}
              disabled={disabled}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, _id] : value.filter((id) => id !== _id))
              }
              className="size-5 shrink-0 accent-primary"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {name}
              {!active && <span className="text-muted"> (can’t be booked)</span>}
            </span>
          </label>
        ))}
      </div>
      <div role="status">
        <UnbookableNote doctor={doctor} treatments={treatments} kept={value} />
      </div>
      <p role="status">
        {affected > 0 && (
          <>
            <strong>
              {count(affected, 'coming appointment')} of treatments that the doctor doesn’t give.
            </strong>{' '}
            <UndecidedNote />
          </>
        )}
      </p>
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}
