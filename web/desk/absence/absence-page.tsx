import { useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { fromPromise } from 'xstate'
import { formatMinute, startOfSlot } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { listTeam } from '#contract/doctors/doctors-calls.ts'
import type {
  AbsenceOutcome,
  AbsenceResult,
  AbsentAppointment,
} from '#contract/schedule/absences.ts'
import * as calls from '#contract/schedule/absences-calls.ts'
import { toTimeField } from '#contract/schedule/time-fields.ts'
import {
  type AbsenceForm,
  absenceMachine,
  type ChoiceForAll,
  type RecordAnswer,
} from '#machines/absence/absence-machine.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { choicesOf, SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { useUntilFormat } from '#web/desk/appointments/day-format.ts'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { send as sendCall, sendOrRefusal } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { DecisionCard } from './decision-card.tsx'
import { sumDecisions } from './decision-sums.ts'
import { OwnAbsences } from './own-absences.tsx'

const machineOfSite = absenceMachine.provide({
  actors: {
    previewAbsence: fromPromise(({ input: { doctor, fromMinute } }) =>
      sendCall(calls.previewAbsence, { body: { doctor, fromMinute } }),
    ),
    recordAbsence: fromPromise(async ({ input: body }): Promise<RecordAnswer> => {
      const answer = await sendOrRefusal(calls.recordAbsence, { body })
      if ('preview' in answer) return { kind: 'outdated', preview: answer.preview }
      if ('message' in answer) throw new Error(answer.message)
      return { kind: 'recorded', result: answer }
    }),
  },
})

/** A doctor who is ill today: staff decide about each appointment. */
export default function AbsencePage({ logic = machineOfSite }: { logic?: typeof absenceMachine }) {
  const [state, send] = useMachine(logic)
  const { preview, decisions, result, message } = state.context
  const formatUntil = useUntilFormat()
  const isApplying = state.matches('applying')
  useUnsavedChanges(state.matches('deciding') || isApplying)
  return (
    <>
      <PageTitle>Ill doctor</PageTitle>
      <p className="mt-2 mb-6 max-w-2xl text-lg text-muted">
        Record that a doctor is ill today, and decide what happens to each appointment.
      </p>
      {(state.matches('editing') || state.matches('previewing')) && (
        <Form
          form={state.context.form}
          busy={state.matches('previewing')}
          message={message}
          onCheck={(form) => send({ type: 'absence.check', form })}
        />
      )}
      {(state.matches('deciding') || isApplying) && preview && (
        <section aria-label="Appointments" className="grid gap-4">
          <h2 className="text-2xl">
            {preview.doctor.name}: {count(preview.appointments.length, 'appointment')}
          </h2>
          {state.matches({ deciding: 'outdated' }) && (
            <FormAlert>The appointments have changed meanwhile. Check them again.</FormAlert>
          )}
          {message && <FormAlert>{message} Nothing was recorded. You can try again.</FormAlert>}
          {preview.appointments.length === 0 && (
            <p>No appointment is affected. Once recorded, the doctor is not offered for today.</p>
          )}
          {preview.appointments.length > 0 && (
            <ForAll
              readOnly={isApplying}
              onChoose={(choice) => send({ type: 'absence.decideAll', choice })}
            />
          )}
          <p className="text-muted">
            Each family gets one email about what changes.{' '}
            {preview.untilAt &&
              preview.appointments.some(({ otherTime }) => otherTime) &&
              `A re-offer holds the other time until ${formatUntil(preview.untilAt)}; without an answer the appointment is canceled then. `}
            Appointments that you decide about later stay on this list.
          </p>
          <ul aria-label="Decisions" className="grid gap-3">
            {preview.appointments.map((appointment) => (
              <li key={appointment._id}>
                <DecisionCard
                  appointment={appointment}
                  decision={decisions[appointment._id]}
                  readOnly={isApplying}
                  onDecide={(decision) => send({ type: 'absence.decide', decision })}
                />
              </li>
            ))}
          </ul>
          <div className="save-bar" data-unsaved>
            <p role="status" className="grow font-extrabold">
              {preview.appointments.length > 0 && sumDecisions(preview.appointments, decisions)}
            </p>
            <Button
              look="secondary"
              disabled={isApplying}
              onClick={() => send({ type: 'absence.edit' })}
            >
              Back
            </Button>
            <Button busy={isApplying} onClick={() => send({ type: 'absence.apply' })}>
              Record the absence
            </Button>
          </div>
        </section>
      )}
      {state.matches('applied') && result && (
        <Applied
          result={result}
          onContinue={() => send({ type: 'absence.continue' })}
          onAnother={() => send({ type: 'absence.edit' })}
        />
      )}
      <OwnAbsences />
    </>
  )
}

const FOR_ALL: readonly [ChoiceForAll, string][] = [
  ['proposed', 'As proposed'],
  ['reoffer', 'Re-offer'],
  ['cancel', 'Cancel'],
  ['later', 'Decide later'],
]

interface ForAllProps {
  readOnly: boolean
  onChoose: (choice: ChoiceForAll) => void
}

/** Sets one decision for all listed appointments; each can be changed afterwards. */
function ForAll({ readOnly, onChoose }: ForAllProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="font-bold">For all</legend>
      <div className="flex flex-wrap gap-2">
        {FOR_ALL.map(([choice, label]) => (
          <Button
            key={choice}
            look="secondary"
            disabled={readOnly}
            onClick={() => onChoose(choice)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className="text-sm text-muted">
        Each proposal is a colleague who is free or, without one, another time, held for the family.
        Decide one by one about patients who are here and have no free colleague.
      </p>
    </fieldset>
  )
}

interface FormProps {
  form: AbsenceForm | null
  busy: boolean
  message: string | null
  onCheck: (form: AbsenceForm) => void
}

/** Quarter-hour steps from now on, or all day. */
const STARTS = Array.from({ length: 4 * 12 }, (_, index) => 7 * 60 + index * 15)

function Form({ form, busy, message, onCheck }: FormProps) {
  const doctors = useQuery({
    queryKey: ['team', 'absences'],
    queryFn: ({ signal }) => sendCall(listTeam, { signal }),
  })
  // The palette may have opened the form, filled in.
  const [address] = useSearchParams()
  const first: AbsenceForm = form ?? {
    doctor: address.get('doctor') ?? '',
    fromMinute: STARTS.find((start) => toTimeField(start) === address.get('from')) ?? 0,
    reason: address.get('reason') ?? 'Ill',
  }
  const [doctor, setDoctor] = useState(first.doctor)
  const [fromMinute, setFromMinute] = useState(first.fromMinute)
  const [reason, setReason] = useState(first.reason)
  useUnsavedChanges(
    doctor !== first.doctor || fromMinute !== first.fromMinute || reason !== first.reason,
  )
  if (doctors.isPending) return <ListSkeleton label="Loading the doctors" />
  if (!doctors.data) return <LoadError title="We couldn’t load the doctors" query={doctors} />
  if (doctors.data.length === 0) return <EmptyState title="The clinic has no doctors yet" />
  function submit() {
    if (!busy) onCheck({ doctor, fromMinute, reason })
  }
  return (
    <CheckedForm onSubmit={submit} aria-label="Absence" className="grid max-w-xl gap-4">
      {message && <FormAlert>{message} Nothing you typed was lost.</FormAlert>}
      <SelectField
        label="Doctor"
        placeholder="Choose a doctor"
        required
        value={doctor}
        onChange={({ target }) => setDoctor(target.value)}
        options={choicesOf(doctors.data)}
      />
      <SelectField
        label="Absent today, from"
        value={fromMinute}
        onChange={({ target }) => setFromMinute(Number(target.value))}
        options={[
          { value: 0, label: 'All day' },
          ...STARTS.map((minute) => ({ value: minute, label: formatMinute(minute) })),
        ]}
      />
      <TextField
        label="Reason"
        hint="For the clinic only: families do not read it."
        required
        maxLength={100}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Show appointments
        </Button>
        <ButtonLink look="secondary" to="/dashboard/agenda">
          Back to Today
        </ButtonLink>
      </div>
    </CheckedForm>
  )
}

const OUTCOMES: Record<AbsenceOutcome, string> = {
  handed_over: 'Handed over',
  moved: 'Moved',
  reoffered: 'Another time is held',
  cancelled: 'Canceled',
  later: 'To be decided',
  failed: 'Nothing changed: the time is taken, or someone else changed it',
}

interface AppliedProps {
  result: AbsenceResult
  onContinue: () => void
  onAnother: () => void
}

function Applied({ result, onContinue, onAnother }: AppliedProps) {
  const { results, refunded, left, toApprove } = result
  const toCall = results.filter((each) => each.toCall)
  const isLeft = left.appointments.length > 0
  return (
    <div className="grid gap-6">
      <section aria-labelledby="recorded" className="grid gap-3">
        <h2 id="recorded" className="text-2xl">
          The absence is recorded
        </h2>
        {toApprove && <p>It applies already. An admin has yet to approve it.</p>}
        {refunded > 0 && <p>{count(refunded, 'payment')} will be refunded.</p>}
        <ul aria-label="What became of the appointments" className="grid gap-2">
          {results.map(({ appointment, outcome }) => (
            <li key={appointment._id} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">
                {startOfSlot(appointment.slot)}, <PatientName of={appointment} birthDate="always" />
              </span>
              <strong className={outcome === 'failed' ? 'text-error' : ''}>
                {OUTCOMES[outcome]}
              </strong>
            </li>
          ))}
        </ul>
      </section>
      {toCall.length > 0 && <ToCall appointments={toCall.map((each) => each.appointment)} />}
      <div className="flex flex-wrap gap-3">
        {isLeft && <Button onClick={onContinue}>Decide about the rest</Button>}
        <Button look="secondary" onClick={onAnother}>
          Another doctor
        </Button>
        <ButtonLink look="secondary" to="/dashboard/agenda">
          Back to Today
        </ButtonLink>
      </div>
    </div>
  )
}

function ToCall({ appointments }: { appointments: readonly AbsentAppointment[] }) {
  return (
    <Card>
      <h2 className="text-xl">To call</h2>
      <p className="text-muted">No email reaches these families.</p>
      <ul aria-label="To call" className="mt-2 grid gap-1">
        {appointments.map((appointment) => (
          <li key={appointment._id} className="flex flex-wrap gap-x-3">
            <span className="font-bold wrap-anywhere">
              <PatientName of={appointment} birthDate="always" />
            </span>
            <PhoneLink of={appointment} className="inline-flex min-h-6 items-center" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
