import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Doctor } from '#contract/doctors/doctors.ts'
import { deleteDoctor, previewDoctorDeletion } from '#contract/doctors/doctors-calls.ts'
import type { Decision } from '#contract/schedule/schedule.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { DECISIONS, ImpactDecision } from '#web/desk/schedule/impact-panel.tsx'
import { impactOf, refreshSchedule } from '#web/desk/schedule/schedule-api.ts'
import { treatmentsOptions } from '#web/desk/treatments/treatments-api.ts'
import { send } from '#web/lib/api/send.ts'
import { refreshDoctors } from './doctors-api.ts'
import { UnbookableNote } from './unbookable-note.tsx'

interface DeleteDoctorDialogProps {
  doctor: Doctor
  onDeleted: () => void
  onCancel: () => void
}

/** Asks for confirmation and a decision about upcoming appointments, then deletes the doctor. */
export function DeleteDoctorDialog({ doctor, onDeleted, onCancel }: DeleteDoctorDialogProps) {
  const queries = useQueryClient()
  const hasAppointments = doctor.coming.length > 0
  const params = { email: doctor.email }
  const previewKey = ['doctor deletion', doctor._id]
  const preview = useQuery({
    queryKey: previewKey,
    queryFn: ({ signal }) => send(previewDoctorDeletion, { params, signal }),
    enabled: hasAppointments,
    staleTime: 0,
    gcTime: 0,
  })
  const treatments = useQuery(treatmentsOptions())
  const [decision, setDecision] = useState<Decision>('list')

  const deletion = useMutation({
    mutationFn: () => {
      const { fingerprint } = preview.data ?? {}
      const query = fingerprint ? { appointments: decision, fingerprint } : {}
      return send(deleteDoctor, { params, query })
    },
    onSuccess: async () => {
      toast.success(`Doctor: ${doctor.name} is deleted.`)
      onDeleted()
      await Promise.all([refreshDoctors(queries), refreshSchedule(queries)])
    },
    onError: (error) => {
      const changed = impactOf(error)
      if (changed) queries.setQueryData(previewKey, changed)
      // Another admin may have deleted it already.
      else void refreshDoctors(queries)
    },
  })

  return (
    <ConfirmDialog
      open
      question="Do you really want to delete?"
      detail={`${doctor.name} (${doctor.email}) will be removed from the public doctors page, and their photo will be deleted.`}
      confirmLabel="Delete"
      error={deletion.error?.message}
      busy={deletion.isPending}
      disabled={hasAppointments && !preview.data}
      onConfirm={() => deletion.mutate()}
      onCancel={onCancel}
    >
      <UnbookableNote doctor={doctor} treatments={treatments.data?.treatments ?? []} />
      {hasAppointments && (
        <Loaded query={preview} what="the doctor’s appointments">
          {(impact) => (
            <ImpactDecision
              impact={impact}
              offered={DECISIONS}
              chosen={decision}
              onChoose={setDecision}
              disabled={deletion.isPending}
            />
          )}
        </Loaded>
      )}
    </ConfirmDialog>
  )
}
