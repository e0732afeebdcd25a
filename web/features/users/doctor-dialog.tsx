import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as calls from '#contract/identity/user-admin-calls.ts'
import { listDoctors } from '#contract/schedule/doctors-calls.ts'
import { choicesOf, SelectField } from '#web/components/forms/fields.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { SHOWS_REFUSAL } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { UserDialog, type UserDialogProps } from './user-dialog.tsx'

/** Gives a patient the day of a doctor of the clinic, or takes it. */
export function DoctorDialog(props: UserDialogProps) {
  const { name, email, role } = props.user
  const isDoctor = role === 'doctor'
  const [doctor, setDoctor] = useState('')
  const doctors = useQuery({
    queryKey: ['doctors', 'for-users'],
    queryFn: ({ signal }) => send(listDoctors, { signal }),
    enabled: !isDoctor,
    staleTime: 0,
  })
  const failure = doctors.isError
    ? 'We couldn’t load the doctors. Close this and try again.'
    : undefined
  return (
    <UserDialog
      {...props}
      question={isDoctor ? `Remove doctor: ${name}?` : `Make ${name} a doctor?`}
      detail={
        isDoctor
          ? `${email} will become a patient and will have to log in again.`
          : `${email} will see this doctor’s appointments with alerts and notes, and will be able to complete them. Nothing of money, of other doctors or of users.`
      }
      confirmLabel={isDoctor ? 'Remove doctor' : 'Make doctor'}
      look={isDoctor ? 'danger' : 'primary'}
      error={failure}
      disabled={!isDoctor && doctor === ''}
      change={() => {
        const params = { email }
        return isDoctor
          ? send(calls.demoteDoctor, { params })
          : send(calls.makeDoctor, { params, body: { doctor } })
      }}
      done={isDoctor ? `${name} is no longer a doctor` : `${name} is now a doctor`}
      meta={SHOWS_REFUSAL}
    >
      {!isDoctor && doctors.isPending && <Spinner label="Loading the doctors" />}
      {!isDoctor && doctors.data && (
        <SelectField
          label="Doctor"
          placeholder={doctors.data.length === 0 ? 'No doctors yet' : 'Choose a doctor'}
          value={doctor}
          onChange={({ target }) => setDoctor(target.value)}
          options={choicesOf(doctors.data)}
        />
      )}
    </UserDialog>
  )
}
