import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { listDoctors } from '#contract/doctors/doctors-calls.ts'
import * as calls from '#contract/identity/user-admin-calls.ts'
import {
  type ListedUser,
  type SecondFactorResetReason,
  secondFactorResetReason,
} from '#contract/identity/users.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import { logOut } from '#web/both/session/log-out.ts'
import type { RunRecent } from '#web/both/sign-in/recent-login.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { choicesOf, SelectField } from '#web/components/forms/fields.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { toast } from '#web/components/toasts.tsx'
import { SHOWS_REFUSAL } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { USERS_KEY } from './users-api.ts'

interface UserDialogProps {
  user: ListedUser
  /** Asks for a new login if the last one was too long ago. */
  runRecent: RunRecent
  /** Called after the change, unless users changed themselves. */
  onDone: () => void
  onCancel: () => void
}

interface ConfirmedChange
  extends UserDialogProps,
    Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'busy' | 'onConfirm' | 'onCancel'> {
  change: () => Promise<unknown>
  /** The message shown then. */
  done: string
  /** The mutation's meta. */
  meta?: typeof SHOWS_REFUSAL
}

/**
 * Asks for confirmation, changes the user and reports the result. Users who changed themselves are logged
 * out.
 */
function UserDialog(props: ConfirmedChange) {
  const { user, runRecent, change, done, meta, onDone, onCancel, error, ...dialog } = props
  const queries = useQueryClient()
  const refreshList = () => queries.invalidateQueries({ queryKey: USERS_KEY })
  const isSelf = useUser().email === user.email
  const changing = useMutation({
    mutationFn: () => runRecent(change),
    meta,
    onSuccess: async () => {
      // Logging out dismisses the toasts shown before it.
      if (isSelf) await logOut()
      toast.success(done)
      if (isSelf) return
      onDone()
      await refreshList()
    },
    // Another admin may have changed them already.
    onError: () => void refreshList(),
  })
  return (
    <ConfirmDialog
      open
      {...dialog}
      error={changing.error?.message ?? error}
      busy={changing.isPending}
      onConfirm={() => changing.mutate()}
      onCancel={onCancel}
    />
  )
}

export function RemoveUserDialog(props: UserDialogProps) {
  const { name, email } = props.user
  const isSelf = useUser().email === email
  const consequence = 'Upcoming unpaid appointments will be canceled; paid ones stay on record.'
  return (
    <UserDialog
      {...props}
      question={isSelf ? 'Remove your own account?' : `Remove ${name}?`}
      detail={
        isSelf
          ? `This is your own account (${email}). You’ll be logged out immediately. ${consequence}`
          : `${email} will no longer be able to use this account. ${consequence}`
      }
      confirmLabel="Remove"
      change={() => send(calls.removeUser, { params: { email } })}
      done="User removed successfully"
    />
  )
}

const RESET_REASONS: Record<SecondFactorResetReason, string> = {
  phone_lost: 'They lost the phone',
  number_changed: 'They have another number',
  no_codes: 'No codes arrive',
}

/** Turns a user's two-step verification off. */
export function SecondFactorDialog(props: UserDialogProps) {
  const { name, email } = props.user
  const [reason, setReason] = useState<SecondFactorResetReason>()
  return (
    <UserDialog
      {...props}
      question={`Turn off two-step verification for ${name}?`}
      detail={`First make sure that it’s really them, for example by calling the number you know. Then ${email} logs in with the password alone. They’ll be logged out on all devices and get an email.`}
      confirmLabel="Turn off"
      disabled={reason === undefined}
      change={async () =>
        reason && send(calls.resetSecondFactor, { params: { email }, body: { reason } })
      }
      done={`Two-step verification is off for ${name}`}
    >
      <SelectField
        label="Reason"
        placeholder="Choose a reason"
        value={reason ?? ''}
        onChange={({ target }) => setReason(secondFactorResetReason.parse(target.value))}
        options={secondFactorResetReason.options.map((value) => ({
          value,
          label: RESET_REASONS[value],
        }))}
      />
    </UserDialog>
  )
}

/** How a sentence names users with a role. */
const WHO_HAS = { admin: 'an admin', staff: 'staff', doctor: 'a doctor' } as const

const TAKING = {
  admin: calls.demoteAdmin,
  staff: calls.demoteStaff,
  doctor: calls.demoteDoctor,
} as const

/** Takes a user's role away. */
export function TakeRoleDialog(props: UserDialogProps) {
  const { name, email, role } = props.user
  const isSelf = useUser().email === email
  if (role === 'patient') return null
  return (
    <UserDialog
      {...props}
      question={isSelf ? 'Give up your own admin rights?' : `Remove ${role}: ${name}?`}
      detail={
        isSelf
          ? 'You’ll be logged out, and another admin would have to promote you again.'
          : `${email} will become a patient and will have to log in again.`
      }
      confirmLabel={`Remove ${role}`}
      change={() => send(TAKING[role], { params: { email } })}
      done={`${name} is no longer ${WHO_HAS[role]}`}
    />
  )
}

/** Gives a patient the role staff. */
export function StaffDialog(props: UserDialogProps) {
  const { name, email } = props.user
  return (
    <UserDialog
      {...props}
      question={`Make ${name} staff?`}
      detail={`${email} will see every family’s appointments and phone numbers.`}
      confirmLabel="Make staff"
      look="primary"
      change={() => send(calls.makeStaff, { params: { email } })}
      done={`${name} is now staff`}
    />
  )
}

/** Gives a patient the role doctor, for one doctor of the clinic. */
export function DoctorDialog(props: UserDialogProps) {
  const { name, email } = props.user
  const [doctor, setDoctor] = useState('')
  const doctors = useQuery({
    queryKey: ['doctors', 'for-users'],
    queryFn: ({ signal }) => send(listDoctors, { signal }),
    staleTime: 0,
  })
  const failure = doctors.isError
    ? 'We couldn’t load the doctors. Close this and try again.'
    : undefined
  return (
    <UserDialog
      {...props}
      question={`Make ${name} a doctor?`}
      detail={`${email} will see this doctor’s appointments with alerts and notes, and will be able to complete them. Nothing of money, of other doctors or of users.`}
      confirmLabel="Make doctor"
      look="primary"
      error={failure}
      disabled={doctor === ''}
      change={() => send(calls.makeDoctor, { params: { email }, body: { doctor } })}
      done={`${name} is now a doctor`}
      meta={SHOWS_REFUSAL}
    >
      {doctors.isPending && <Spinner label="Loading the doctors" />}
      {doctors.data && (
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
