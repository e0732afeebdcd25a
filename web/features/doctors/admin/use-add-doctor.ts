import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DoctorForm } from '../../../../contract/doctors.ts'
import { toast } from '../../../components/toasts.tsx'
import { addDoctor } from '../doctors-api.ts'
import { refreshDoctors } from './refresh-doctors.ts'
import { refusedFields } from './refused-fields.ts'
import { usePictureUpload } from './use-picture-upload.ts'

/**
 * Uploads the picture of the form and then adds the doctor. `progress` says how much of the
 * picture has been sent, from 0 to 1; null when none is being sent.
 */
export function useAddDoctor() {
  const queries = useQueryClient()
  const { progress, upload, forget } = usePictureUpload()

  const adding = useMutation({
    mutationFn: async ({ image, ...fields }: DoctorForm) => {
      const img = await upload(image)
      try {
        return await addDoctor({ ...fields, img })
      } catch (error) {
        // It may be the picture that is no longer there to be used.
        if (refusedFields(error).some(({ field }) => field === 'image')) forget()
        throw error
      }
    },
    // Shown on any page, in case the admin has navigated away.
    onError: () => toast.error('Failed to add doctor'),
    onSuccess: () => {
      toast.success('Doctor added successfully')
      void refreshDoctors(queries)
    },
  })

  return { adding, progress }
}
