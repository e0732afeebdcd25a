import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeRefusal, UNDO_MOVE_MS } from '#contract/booking/appointment-changes.ts'
import { moveAppointment, undoMove } from '#contract/booking/appointment-changes-calls.ts'
import { formatSlot, startOfSlot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import { toast } from '#web/components/toasts.tsx'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { PatientFacts, usePatientTexts } from '#web/desk/patients/patient-name.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import { orRefusal, send } from '#web/lib/api/send.ts'
import type { DayColumn, FreeStart } from './day-layout.ts'

interface MoveDialogProps {
  entry: AgendaEntry
  target: FreeStart
  /** The choices of all doctors at that time. */
  choices: readonly FreeStart[]
  /** Of the target. */
  column: DayColumn
  isPrivate: boolean
  onClose: (isMoved: boolean) => void
}

/** The place of an appointment before a move that can still be undone. */
interface FormerPlace {
  /** Of the moved appointment. */
  version: number
  date: IsoDate
  slot: string
  doctor: string | null
  /** In milliseconds since the epoch. */
  until: number
}

const formerPlaceKey = (id: string) => ['undoable-move', id]

/** Confirms a move: the old and the new time, the doctor, and who gets an email. */
export default function MoveDialog(props: MoveDialogProps) {
  const { entry, target, choices, column, isPrivate, onClose } = props
  const queries = useQueryClient()
  const { nameOf, identify } = usePatientTexts()
  const [slot, setSlot] = useState(target.slot)
  const [{ doctor, doctorName }, setChoice] = useState(target)
  const { date } = column
  const formatDay = useDayFormat()
  const placeOf = (day: IsoDate, time: string, doctor: string | null | undefined) =>
    [date !== entry.date && formatDay(day), startOfSlot(time), doctor].filter(Boolean).join(', ')
  const to = placeOf(date, slot, doctorName)
  const from = placeOf(entry.date, formatSlot(entry), entry.doctor?.name)
  const [openedAt] = useState(Date.now)
  const former = queries.getQueryData<FormerPlace>(formerPlaceKey(entry._id))
  const isWayBack =
    former?.version === entry.version &&
    former.date === date &&
    former.slot === slot &&
    former.doctor === (doctor ?? entry.doctor?._id ?? null) &&
    openedAt < former.until
  const move = useMutation({
    mutationFn: (wanted: string) =>
      orRefusal(
        send(moveAppointment, {
          params: { id: entry._id },
          body: {
            version: entry.version,
            date,
            slot: wanted,
            ...(doctor && { doctor }),
            undoable: true,
          },
        }),
        changeRefusal,
      ),
    onSuccess: async (answer) => {
      const reading = queries.invalidateQueries({ queryKey: AGENDA_KEY })
      if ('code' in answer) return
      // The card must be at its new place when the focus returns to it.
      await reading
      const { undoUntil, undone, options } = answer
      const who = `${identify(entry)}, ${entry.treatment}`
      const sayBack = (place: string) =>
        toast.success(`${who}: back at ${place}. The family gets no email.`)
      async function undo() {
        try {
          const params = { id: entry._id }
          await send(undoMove, { params, body: { version: options.version } })
          sayBack(from)
        } catch (error) {
          toast.error(error instanceof ApiError ? error.message : 'The move was not undone.')
        } finally {
          void queries.invalidateQueries({ queryKey: AGENDA_KEY })
        }
      }
      if (undone) sayBack(to)
      else {
        toast.success(
          `${who}: moved from ${from} to ${to}`,
          undoUntil === undefined ? undefined : { label: 'Undo', run: () => void undo() },
        )
      }
      if (undoUntil !== undefined) {
        queries.setQueryData<FormerPlace>(formerPlaceKey(entry._id), {
          ...{ version: options.version, date: entry.date, slot: formatSlot(entry) },
          ...{ doctor: entry.doctor?._id ?? null, until: Date.now() + UNDO_MOVE_MS },
        })
      }
      onClose(true)
    },
  })
  const refusal = move.data && 'code' in move.data ? move.data : undefined
  const alternatives = refusal?.alternatives ?? []
  return (
    <Dialog
      open
      title={`Move ${nameOf(entry)}?`}
      busy={move.isPending}
      onClose={() => onClose(false)}
    >
      <p className="text-muted">
        {entry.treatment}, {formatDay(entry.date)}
      </p>
      <PatientFacts of={entry} />
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-muted">From</dt>
        <dd>{from}</dd>
        <dt className="text-muted">To</dt>
        <dd className="font-bold">{to}</dd>
      </dl>
      {choices.length > 1 && (
        <RadioChips
          legend="Doctor"
          options={choices.map((each) => ({ value: each.doctor, label: each.doctorName ?? '' }))}
          value={doctor}
          onChoose={(value) => {
            setChoice(choices.find((each) => each.doctor === value) ?? target)
            move.reset()
          }}
        />
      )}
      <p>
        {isWayBack
          ? 'No email about the move has been sent yet. If you move it back now, none will be.'
          : describeEmail(entry, isPrivate)}
      </p>
      {refusal && <FormAlert>{refusal.message}</FormAlert>}
      {move.isError && (
        <FormAlert>We couldn’t move it. It is still where it was. Please try again.</FormAlert>
      )}
      {alternatives.length > 0 && (
        <fieldset>
          <legend className="font-bold">Free times nearby</legend>
          <div className="mt-1 flex flex-wrap gap-2">
            {alternatives.map((each) => (
              <Button
                key={each}
                look="secondary"
                onClick={() => {
                  setSlot(each)
                  move.reset()
                }}
              >
                {startOfSlot(each)}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={() => onClose(false)}>
          Leave it
        </Button>
        {!refusal && (
          <Button data-autofocus busy={move.isPending} onClick={() => move.mutate(slot)}>
            Move
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function describeEmail({ email, phone }: AgendaEntry, isPrivate: boolean): string {
  if (!email) return `No email address is known. Please call ${isPrivate ? 'the family' : phone}.`
  const address = isPrivate ? 'the family’s address' : email
  return `An email with the new time goes to ${address}, if that address is confirmed.`
}
