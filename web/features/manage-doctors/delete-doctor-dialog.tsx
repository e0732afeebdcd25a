import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Doctor } from '../../../contract/doctors.ts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { toast } from '../../components/toasts.tsx'
import { deleteDoctor, refreshDoctors } from './doctors-api.ts'

interface DeleteDoctorDialogProps {
  doctor: Doctor
  onDeleted: () => void
  onCancel: () => void
}

/** Asks for confirmation, deletes the doctor and reports the result. */
export function DeleteDoctorDialog({ doctor, onDeleted, onCancel }: DeleteDoctorDialogProps) {
  const queries = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => deleteDoctor(doctor.email),
    onSuccess: async () => {
      toast.success(`Doctor: ${doctor.name} is deleted.`)
      onDeleted()
      await refreshDoctors(queries)
    },
    // Another admin may have deleted it already.
    onError: () => void refreshDoctors(queries),
  })

  return (
    <ConfirmDialog
      open
      question="Do you really want to delete?"
      detail={`${doctor.name} (${doctor.email}) will be removed from the public doctors page, and their photo will be deleted.`}
      confirmLabel="Delete"
      error={deletion.error?.message}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onCancel={onCancel}
    />
  )
}
