import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as calls from '#contract/identity/user-admin-calls.ts'
import { listDoctors } from '#contract/schedule/doctors-calls.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { FieldFrame } from '#web/components/forms/fields.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { toast } from '#web/components/toasts.tsx'
import { SHOWS_REFUSAL } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import type { UserDialogProps } from './user-dialog.tsx'
import { USERS_KEY } from './users-api.ts'

/** Gives a patient the day of a doctor of the clinic, or takes it. */
export function DoctorDialog({ user, runRecent, onDone, onCancel }: UserDialogProps) {
  const queries = useQueryClient()
  const isDoctor = user.role === 'doctor'
  const [doctor, setDoctor] = useState('')
  const doctors = useQuery({
    queryKey: ['doctors', 'for-users'],
    queryFn: ({ signal }) => send(listDoctors, { signal }),
    enabled: !isDoctor,
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: () => {
      const params = { email: user.email }
      return runRecent(() =>
        isDoctor
          ? send(calls.demoteDoctor, { params })
          : send(calls.makeDoctor, { params, body: { doctor } }),
      )
    },
    meta: SHOWS_REFUSAL,
    onSuccess: async () => {
      toast.success(
        isDoctor ? `${user.name} is no longer a doctor` : `${user.name} is now a doctor`,
      )
      onDone()
      await queries.invalidateQueries({ queryKey: USERS_KEY })
    },
    onError: () => void queries.invalidateQueries({ queryKey: USERS_KEY }),
  })
  const failure = doctors.isError
    ? 'We couldn’t load the doctors. Close this and try again.'
    : undefined
  return (
    <ConfirmDialog
      open
      question={isDoctor ? `Remove doctor: ${user.name}?` : `Make ${user.name} a doctor?`}
      detail={
        isDoctor
          ? `${user.email} will become a patient and will have to log in again.`
          : `${user.email} will see this doctor’s appointments with alerts and notes, and will be able to complete them. Nothing of money, of other doctors or of users.`
      }
      confirmLabel={isDoctor ? 'Remove doctor' : 'Make doctor'}
      look={isDoctor ? 'danger' : 'primary'}
      error={change.error?.message ?? failure}
      busy={change.isPending}
      disabled={!isDoctor && doctor === ''}
      onConfirm={() => change.mutate()}
      onCancel={onCancel}
    >
      {!isDoctor && doctors.isPending && <Spinner label="Loading the doctors" />}
      {!isDoctor && doctors.data && (
        <FieldFrame id="doctor-of-user" label="Doctor">
          <select
            id="doctor-of-user"
            value={doctor}
            onChange={({ target }) => setDoctor(target.value)}
            className="field field-choice"
          >
            <option value="" disabled>
              {doctors.data.length === 0 ? 'No doctors yet' : 'Choose a doctor'}
            </option>
            {doctors.data.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        </FieldFrame>
      )}
    </ConfirmDialog>
  )
}
