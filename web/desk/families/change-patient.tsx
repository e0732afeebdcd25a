import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatMinute } from '#contract/booking/slots.ts'
import type { Family, FamilyAppointment } from '#contract/families/families.ts'
import { changePatient } from '#contract/families/families-calls.ts'
import type * as refusals from '#contract/families/families-refusals.ts'
import { describeChild } from '#contract/patients/patients.ts'
import type { RefusalCode } from '#contract/refusals/refusals.ts'
import { Button } from '#web/components/button.tsx'
import { TextAreaField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { FormDialog } from '#web/components/forms/form-dialog.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'

interface ChangePatientProps {
  family: Family
  appointment: FamilyAppointment
  onChanged: () => void
}

/** Changes the patient of an expected appointment: docs/requirements.md#children-at-the-desk. */
export function ChangePatient(props: ChangePatientProps) {
  const { family, appointment } = props
  const [open, setOpen] = useState(false)
  const { status, attendance, bookedBy } = appointment
  const isExpected = status === 'booked' && attendance === 'expected' && !bookedBy
  const isAlone = family.children.every(({ archived }) => archived) && !appointment.child
  if (!isExpected || isAlone) return null
  return (
    <div className="mb-4">
      <Button look="secondary" onClick={() => setOpen(true)}>
        Change patient
      </Button>
      {open && <PatientDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

const GUARDIAN = ''

function PatientDialog(props: ChangePatientProps & { onClose: () => void }) {
  const { family, appointment, onChanged, onClose } = props
  const { _id, version, child: current, treatment, date } = appointment
  const before = current?._id ?? GUARDIAN
  const [child, setChild] = useState(before)
  const [reason, setReason] = useState('')
  useUnsavedChanges(child !== before || reason !== '')
  const patients = [
    ...family.children
      .filter(({ archived }) => !archived)
      .map((one) => ({ id: one._id, name: describeChild(one) })),
    { id: GUARDIAN, name: `${family.name}, the guardian` },
  ]
  const saving = useMutation({
    mutationFn: () =>
      send(changePatient, {
        params: { id: family._id, appointment: _id },
        body: { version, child: child || null, ...(reason && { reason }) },
      }),
    onSuccess: (saved) => {
      toast.success(`Now for ${saved.child ? describeChild(saved.child) : family.name}`)
      onChanged()
      onClose()
    },
  })
  const needsReason =
    saving.error instanceof ApiError &&
    (saving.error.code as RefusalCode<typeof refusals.changePatient>) === 'age_limit'

  const formatDay = useDayFormat()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }

  return (
    <FormDialog open title="Who is it for?" busy={saving.isPending} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p className="text-muted">
          {treatment}, {formatDay(date)}, {formatMinute(appointment.startMinute)}. Time, price and
          payment stay.{' '}
          {family.isReachable
            ? 'The family gets an email.'
            : 'No email reaches the family: tell them.'}
        </p>
        <fieldset className="grid gap-1" disabled={saving.isPending}>
          <legend className="sr-only">Patient</legend>
          {patients.map(({ id, name }) => (
            <label key={id} className="flex min-h-11 items-center gap-3 wrap-anywhere">
              <input
                type="radio"
                name="patient"
                className="size-5 shrink-0 accent-primary"
                checked={child === id}
                data-autofocus={child === id || undefined}
                onChange={() => setChild(id)}
              />
              {name}
            </label>
          ))}
        </fieldset>
        {(needsReason || reason !== '') && (
          <TextAreaField
            label="Reason"
            hint="The treatment is for children of another age. Only staff see the reason."
            rows={2}
            maxLength={300}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
        {saving.error && <FormAlert>{saving.error.message}</FormAlert>}
        <Button type="submit" busy={saving.isPending} disabled={child === before}>
          Change patient
        </Button>
      </form>
    </FormDialog>
  )
}
