import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { startOfSlot } from '#contract/booking/slots.ts'
import { dayAfter } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import type { AbsenceDecision, AbsentAppointment } from '#contract/schedule/absences.ts'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { ATTENDANCE_NAMES } from '#web/desk/appointments/attendance-names.ts'
import { slotChoices, useTimeFormat } from '#web/desk/appointments/time-format.ts'
import { deskAvailabilityOptions } from '#web/desk/booking/family-booking-api.ts'
import { PatientFacts, PatientName, usePatientTexts } from '#web/desk/patients/patient-name.tsx'

interface DecisionCardProps {
  appointment: AbsentAppointment
  decision: AbsenceDecision | undefined
  readOnly: boolean
  onDecide: (decision: AbsenceDecision) => void
}

/** An appointment of the ill doctor, and the decision about it. */
export function DecisionCard({ appointment, decision, readOnly, onDecide }: DecisionCardProps) {
  const { _id, version, slot, treatment, paid, price } = appointment
  const { identify } = usePatientTexts()
  const formatTime = useTimeFormat()
  const { handOver, isReachable, otherTime } = appointment
  // The decision that is kept while a time to move to is chosen.
  const [undecided, setUndecided] = useState<AbsenceDecision>()
  const seen = { _id, version }
  const sayOtherTime = (time: NonNullable<typeof otherTime>) =>
    [formatTime(time), time.doctor].filter(Boolean).join(', ')
  const isMoving = decision?.action === 'move' || (decision && decision === undecided)
  const action = isMoving ? 'move' : (decision?.action ?? 'later')

  function choose(chosen: string) {
    if (chosen === 'hand_over' && handOver) {
      onDecide({ ...seen, action: 'hand_over', doctor: handOver._id, slot: handOver.slot })
    } else if (chosen === 'reoffer' && otherTime) {
      const { date, slot: time } = otherTime
      onDecide({ ...seen, action: 'reoffer', date, slot: time })
    } else if (chosen === 'cancel') onDecide({ ...seen, action: 'cancel' })
    else {
      const later: AbsenceDecision = { ...seen, action: 'later' }
      if (chosen === 'move') setUndecided(later)
      onDecide(later)
    }
  }

  return (
    <div className="leaf grid gap-3 bg-base-100 p-4 shadow-soft sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="font-extrabold">
          {startOfSlot(slot)}
          {appointment.attendance !== 'expected' && (
            <span className="ms-2 text-primary">{ATTENDANCE_NAMES[appointment.attendance]}</span>
          )}
        </p>
        <p className="font-bold wrap-anywhere">
          <PatientName of={appointment} />
        </p>
        <PatientFacts of={appointment} />
        <p className="text-sm">
          <BreakAfterSlash text={treatment} />, {formatPrice(price)} {paid ? 'paid' : 'not paid'}
        </p>
        <p className="text-sm">
          <PhoneLink of={appointment} className="inline-flex min-h-6 items-center" />
          {!isReachable && <strong className="ms-2 text-error">No email: call</strong>}
        </p>
      </div>
      <div className="grid content-start gap-3">
        <SelectField
          label={`Decision for ${identify(appointment)}`}
          value={action}
          disabled={readOnly}
          onChange={({ target }) => choose(target.value)}
          options={[
            ...(handOver ? [{ value: 'hand_over', label: 'Hand over' }] : []),
            { value: 'move', label: 'Move' },
            ...(otherTime ? [{ value: 'reoffer', label: 'Re-offer' }] : []),
            { value: 'cancel', label: 'Cancel' },
            { value: 'later', label: 'Decide later' },
          ]}
        />
        <p className="text-sm text-muted wrap-anywhere">
          {handOver
            ? `Free colleague: ${describeHandOver(handOver, slot)}.`
            : 'No colleague is free.'}
          {otherTime && ` Time to re-offer: ${sayOtherTime(otherTime)}.`}
        </p>
        {isMoving && (
          <NewTime
            appointment={appointment}
            readOnly={readOnly}
            onChoose={(date, time) => onDecide({ ...seen, action: 'move', date, slot: time })}
          />
        )}
      </div>
    </div>
  )
}

/** 'Dr. Ada', with the time where it differs */
function describeHandOver(
  { name, slot }: NonNullable<AbsentAppointment['handOver']>,
  own: string,
): string {
  return slot === own ? name : `${name}, ${startOfSlot(slot)}`
}

interface NewTimeProps {
  appointment: AbsentAppointment
  readOnly: boolean
  onChoose: (date: string, slot: string) => void
}

function NewTime({ appointment, readOnly, onChoose }: NewTimeProps) {
  const [date, setDate] = useState(dayAfter(appointment.date))
  const [slot, setSlot] = useState('')
  const day = useQuery(deskAvailabilityOptions(date))
  const treatment = day.data?.find(({ _id }) => _id === appointment.treatmentId)
  const offered = (treatment?.slots ?? []).filter(
    (time) => !treatment?.outsideHours?.includes(time),
  )
  return (
    <>
      <TextField
        label="New day"
        type="date"
        min={appointment.date}
        readOnly={readOnly}
        value={date}
        onChange={({ target }) => {
          if (target.value === '') return
          setDate(target.value)
          setSlot('')
        }}
      />
      {day.isPending && <Spinner label="Loading free times" />}
      {day.isError && <p role="alert">We couldn’t load the free times. Choose the day again.</p>}
      {day.data && offered.length === 0 && <p>No free time that day.</p>}
      {offered.length > 0 && (
        <SelectField
          label="New time"
          placeholder="Choose a time"
          value={slot}
          disabled={readOnly}
          onChange={({ target }) => {
            setSlot(target.value)
            onChoose(date, target.value)
          }}
          options={slotChoices(offered)}
        />
      )}
    </>
  )
}
