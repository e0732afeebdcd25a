import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '#web/components/forms/fields.tsx'
import { SpecialtyField } from './specialty-field.tsx'

interface DoctorFieldsProps {
  /** What the form registers for a field, and what is wrong with the field. */
  field: (
    name: 'name' | 'email' | 'designation' | 'specialty',
  ) => UseFormRegisterReturn & { error: string | undefined }
  busy: boolean
  /** The doctor's specialty now, which may be a treatment that is not offered any more. */
  specialty?: string
  /** What the specialty decides. */
  specialtyHint?: string
}

/** The fields that every form for a doctor has. */
export function DoctorFields({ field, busy, specialty, specialtyHint }: DoctorFieldsProps) {
  const text = { autoComplete: 'off', readOnly: busy }
  return (
    <>
      <TextField label="Name" {...text} {...field('name')} />
      <TextField label="Email" type="email" {...text} {...field('email')} />
      <TextField label="Designation (optional)" {...text} {...field('designation')} />
      <SpecialtyField
        {...(specialty !== undefined && { current: specialty })}
        disabled={busy}
        hint={specialtyHint}
        {...field('specialty')}
      />
    </>
  )
}
