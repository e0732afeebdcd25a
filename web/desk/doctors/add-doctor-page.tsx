import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { doctorForm, type DoctorForm as NewDoctorFields } from '#contract/doctors/doctors.ts'
import { addDoctor } from '#contract/doctors/doctors-calls.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { ImageField } from '#web/components/forms/image-field.tsx'
import { useRefusedFields } from '#web/components/forms/refused-fields.ts'
import { PageTitle } from '#web/components/page-title.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { DoctorFields } from './doctor-fields.tsx'
import { refreshDoctors } from './doctors-api.ts'
import { PHOTO_HINT, refusedFields, usePhotoUpload } from './photo-upload.ts'

export default function AddDoctorPage() {
  return (
    <>
      <PageTitle className="mb-6">Add a Doctor</PageTitle>
      <Card>
        <DoctorForm />
      </Card>
    </>
  )
}

function DoctorForm() {
  const navigate = useNavigate()
  const { adding, progress } = useAddDoctor()
  const { register, control, handleSubmit, setError, formState } = useForm<NewDoctorFields>({
    resolver: zodResolver(doctorForm),
    defaultValues: { name: '', email: '', designation: '', specialty: '' },
  })
  const { errors, isDirty } = formState
  useUnsavedChanges(isDirty && !adding.isSuccess)
  const refused = refusedFields(adding.error)
  // After success the next page is loading: a second click would add the doctor again.
  const busy = adding.isPending || adding.isSuccess

  useRefusedFields(refused, adding.error, setError)

  return (
    <form
      noValidate
      aria-label="Add a Doctor"
      onSubmit={handleSubmit((doctor) =>
        // Only while this page is open.
        adding.mutate(doctor, { onSuccess: () => navigate('/dashboard/managedoctors') }),
      )}
      className="grid gap-5"
    >
      {adding.error && refused.length === 0 && (
        <FormAlert>{adding.error.message} Nothing you typed was lost.</FormAlert>
      )}
      <div className="grid items-end gap-5 md:grid-cols-2">
        <DoctorFields
          field={(name) => ({ ...register(name), error: errors[name]?.message })}
          busy={busy}
          specialtyHint="Families can book this treatment with the doctor at once. Edit the doctor to add more."
        />
      </div>
      <Controller
        name="image"
        control={control}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <ImageField
            ref={ref}
            label="Image"
            hint={PHOTO_HINT}
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

/**
 * Uploads the form's photo and then adds the doctor. `progress` is the upload's, from 0 to 1; null
 * when none is running.
 */
function useAddDoctor() {
  const queries = useQueryClient()
  const { progress, upload, forget } = usePhotoUpload()

  const adding = useMutation({
    mutationFn: async ({ image, ...fields }: NewDoctorFields) => {
      const img = await upload(image)
      try {
        return await send(addDoctor, { body: { ...fields, img } })
      } catch (error) {
        // The uploaded photo may be the problem, so it is uploaded again.
        if (refusedFields(error).some(({ field }) => field === 'image')) forget()
        throw error
      }
    },
    // Shown on any page, because the admin may have left this one.
    onError: () => toast.error('Failed to add doctor'),
    onSuccess: () => {
      toast.success('Doctor added successfully')
      void refreshDoctors(queries)
    },
  })

  return { adding, progress }
}
