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
    mutationFn: () => deleteDoctor(doctor),
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
      detail={describeDeletion(doctor)}
      confirmLabel="Delete"
      error={deletion.error?.message}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onCancel={onCancel}
    />
  )
}

/** What is deleted, and how many coming appointments that leaves without their doctor. */
function describeDeletion({ name, email, coming }: Doctor): string {
  const text = `${name} (${email}) will be removed from the public doctors page, and their photo will be deleted.`
  const count = coming.reduce((sum, slot) => sum + slot.count, 0)
  if (count === 0) return text
  const appointments =
    count === 1 ? '1 coming appointment stays' : `${count} coming appointments stay`
  return `${text} ${appointments} booked and will be listed on the Schedule page, where you keep or cancel each.`
}
