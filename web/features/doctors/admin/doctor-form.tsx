import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { type DoctorForm as Doctor, doctorForm } from '../../../../contract/doctors.ts'
import { Button } from '../../../components/button.tsx'
import { FormAlert } from '../../../components/form-alert.tsx'
import { PictureField } from '../../../components/picture-field.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { PICTURE_HINT } from './picture-hint.ts'
import { refusedFields } from './refused-fields.ts'
import { SpecialtyField } from './specialty-field.tsx'
import { useAddDoctor } from './use-add-doctor.ts'

/** Asks for a new doctor and their picture, and adds them. */
export function DoctorForm() {
  const navigate = useNavigate()
  const { adding, progress } = useAddDoctor()
  const { register, control, handleSubmit, setError, formState } = useForm<Doctor>({
    resolver: zodResolver(doctorForm),
    defaultValues: { name: '', email: '', designation: '', specialty: '' },
  })
  const { errors } = formState
  const refused = refusedFields(adding.error)
  // Once the doctor is added the next page is on its way: a second press would add them again.
  const busy = adding.isPending || adding.isSuccess

  // Once the fields take input again, so that the first refused one can have the focus.
  useEffect(() => {
    for (const [index, { field, message }] of refusedFields(adding.error).entries()) {
      setError(field, { message }, { shouldFocus: index === 0 })
    }
  }, [adding.error, setError])

  return (
    <form
      noValidate
      aria-label="Add a Doctor"
      onSubmit={handleSubmit((doctor) =>
        // Called only while this page is open.
        adding.mutate(doctor, { onSuccess: () => navigate('/dashboard/managedoctors') }),
      )}
      className="grid gap-5"
    >
      {adding.error && refused.length === 0 && (
        <FormAlert>{adding.error.message} Nothing you typed was lost.</FormAlert>
      )}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="off"
          readOnly={busy}
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          readOnly={busy}
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField
          label="Designation (optional)"
          autoComplete="off"
          readOnly={busy}
          error={errors.designation?.message}
          {...register('designation')}
        />
        <SpecialtyField
          disabled={busy}
          error={errors.specialty?.message}
          {...register('specialty')}
        />
      </div>
      <Controller
        name="image"
        control={control}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <PictureField
            ref={ref}
            label="Image"
            hint={PICTURE_HINT}
            value={value ?? null}
            onChange={(file) => onChange(file ?? undefined)}
            onBlur={onBlur}
            progress={progress}
            error={errors.image?.message}
          />
        )}
      />
      <Button type="submit" busy={busy} className="justify-self-start">
        Add doctor
      </Button>
    </form>
  )
}
