import { useQuery } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { servicesOptions } from '#web/both/times/services-query.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'

interface DoctorFieldsProps {
  /** The form's registration of a field, and its error. */
  field: (
    name: 'name' | 'email' | 'designation' | 'specialty',
  ) => UseFormRegisterReturn & { error: string | undefined }
  busy: boolean
  /** The doctor's present specialty, which may be a treatment that is no longer offered. */
  specialty?: string
  /** What choosing the specialty does. */
  specialtyHint?: string
}

/** The fields that every form for a doctor has. */
export function DoctorFields(props: DoctorFieldsProps) {
  const { field, busy } = props
  const text = { autoComplete: 'off', readOnly: busy }
  return (
    <>
      <TextField label="Name" {...text} {...field('name')} />
      <TextField label="Email" type="email" {...text} {...field('email')} />
      <TextField label="Designation (optional)" {...text} {...field('designation')} />
      <SpecialtyField {...props} />
    </>
  )
}

function SpecialtyField({ field, busy, specialty, specialtyHint }: DoctorFieldsProps) {
  const services = useQuery(servicesOptions())
  const names = services.data?.map(({ name }) => name) ?? []
  const isMissing = specialty !== undefined && !names.includes(specialty)
  return (
    <div className="grid gap-2">
      <SelectField
        label="Specialty"
        placeholder={services.isPending ? 'Loading services…' : 'Select specialty'}
        options={isMissing ? [specialty, ...names] : names}
        disabled={busy}
        hint={specialtyHint}
        {...field('specialty')}
      />
      {services.error && !services.data && (
        <FormAlert>
          We couldn’t load the services.
          <Button
            look="secondary"
            busy={services.isFetching}
            onClick={() => void services.refetch()}
            className="mt-2"
          >
            Try again
          </Button>
        </FormAlert>
      )}
    </div>
  )
}
