import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import type { ScheduleConflict } from '#contract/schedule/schedule.ts'
import { moveConflict } from '#contract/schedule/schedule-conflicts-calls.ts'
import { timesToMoveOptions } from '#web/both/times/availability.ts'
import { calendarOptions } from '#web/both/times/calendar-query.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField, TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { FormDialog } from '#web/components/forms/form-dialog.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { slotChoices, useTimeFormat } from '#web/desk/appointments/time-format.ts'
import { PatientName } from '#web/desk/patients/patient-name.tsx'
import { send } from '#web/lib/api/send.ts'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'

interface MoveDialogProps {
  conflict: ScheduleConflict
  /** Called with the appointments that still do not fit. */
  onMoved: (rest: ScheduleConflict[], to: { date: IsoDate; slot: string }) => void
  onFailed: () => void
  onClose: () => void
}

/** Asks for a day and a free time of the same treatment; price and payment stay. */
export function MoveDialog({ conflict, onMoved, onFailed, onClose }: MoveDialogProps) {
  const calendar = useQuery(calendarOptions())
  const formatTime = useTimeFormat()
  const [date, setDate] = useState<IsoDate>('')
  const [slot, setSlot] = useState('')
  const [error, setError] = useState<string>()
  useUnsavedChanges(date !== '')
  const moving = useMutation({
    mutationFn: () => {
      const { _id: id, version } = conflict
      return send(moveConflict, { params: { id }, body: { version, date, slot } })
    },
    onSuccess: ({ misfits }) => onMoved(misfits, { date, slot }),
    onError: onFailed,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (date === '') setError('Choose a day')
    else if (slot !== '' && !moving.isPending) moving.mutate()
  }

  return (
    <FormDialog open title="Move this appointment" busy={moving.isPending} onClose={onClose}>
      <p className="text-muted [overflow-wrap:anywhere]">
        <PatientName of={conflict} birthDate="always" />, {conflict.treatment}, now on{' '}
        {formatTime(conflict)}. The price stays the same, and the family gets an email.
      </p>
      <form noValidate aria-label="Move this appointment" onSubmit={submit} className="grid gap-4">
        {moving.error && <FormAlert>{moving.error.message}</FormAlert>}
        <TextField
          label="New day"
          type="date"
          data-autofocus
          min={calendar.data?.today}
          max={calendar.data?.lastDay}
          readOnly={moving.isPending}
          value={date}
          error={error}
          onChange={({ target }) => {
            setDate(target.value)
            setSlot('')
            setError(undefined)
            moving.reset()
          }}
        />
        {date !== '' && (
          <FreeTimes conflict={conflict} date={date} slot={slot} onChoose={setSlot} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" disabled={moving.isPending} onClick={onClose}>
            Go back
          </Button>
          <Button type="submit" busy={moving.isPending} disabled={date !== '' && slot === ''}>
            Move
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}

interface FreeTimesProps {
  conflict: ScheduleConflict
  date: IsoDate
  slot: string
  onChoose: (slot: string) => void
}

function FreeTimes({ conflict, date, slot, onChoose }: FreeTimesProps) {
  const day = useQuery(timesToMoveOptions(date))
  const formatDay = useDayFormat()
  return (
    <Loaded query={day} what="the free times" small>
      {(treatments) => {
        const slots = treatments.find(({ _id }) => _id === conflict.treatmentId)?.slots ?? []
        return slots.length > 0 ? (
          <SelectField
            label="New time"
            placeholder="Choose a time"
            options={slotChoices(slots)}
            value={slot}
            onChange={({ target }) => onChoose(target.value)}
          />
        ) : (
          <p role="status">No free times on {formatDay(date)}. Please choose another day.</p>
        )
      }}
    </Loaded>
  )
}
