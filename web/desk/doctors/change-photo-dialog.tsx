import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Doctor } from '#contract/doctors/doctors.ts'
import { changeDoctorPicture } from '#contract/doctors/doctors-calls.ts'
import { IMAGE_PROBLEMS } from '#contract/images/images.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { ImageField } from '#web/components/forms/image-field.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { refreshDoctors } from './doctors-api.ts'
import { PHOTO_HINT, refusedFields, usePhotoUpload } from './photo-upload.ts'

interface ChangePhotoDialogProps {
  doctor: Doctor
  /** Called when the photo was changed or the dialog is canceled. */
  onClose: () => void
}

export function ChangePhotoDialog({ doctor, onClose }: ChangePhotoDialogProps) {
  const queries = useQueryClient()
  const { progress, upload, forget } = usePhotoUpload()
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const change = useMutation({
    mutationFn: async (picture: File) => {
      const img = await upload(picture)
      await send(changeDoctorPicture, { params: { email: doctor.email }, body: { img } })
    },
    onError: (error) => {
      if (refusedFields(error).length > 0) forget()
    },
    onSuccess: () => {
      toast.success(`${doctor.name}’s photo was updated`)
      onClose()
      void refreshDoctors(queries)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(file === null)
    if (file) change.mutate(file)
  }

  return (
    <Dialog open title={`Change ${doctor.name}’s photo`} busy={change.isPending} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <ImageField
          label="Image"
          hint={PHOTO_HINT}
          value={file}
          onChange={(chosen) => {
            setFile(chosen)
            setMissing(false)
            change.reset()
          }}
          progress={progress}
          error={missing ? IMAGE_PROBLEMS.missing : change.error?.message}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
