import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import { formatPrice } from '#contract/money.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { deskAvailabilityOptions } from '#web/desk/booking/family-booking-api.ts'
import { takeTime } from '#web/desk/booking/taken-time.ts'
import WaitingFamilies from '#web/desk/waitlist/waiting-families.tsx'
import {
  type DayColumn,
  type FreeStart,
  freeStarts,
  isClinicColumn,
  isWithinHours,
  partsOf,
  startAt,
} from './day-layout.ts'

/** The treatments that can be booked in a column. */
interface Choice {
  part: DayColumn
  treatment: Treatment
  start: FreeStart
  isOutside: boolean
}

interface BookDialogProps {
  column: DayColumn
  /** The minute that was pressed. */
  minute: number
  onClose: () => void
}

/**
 * The treatments that can be booked at a time in a column; choosing one leads to the choice of a family. In
 * the whole clinic's column, the doctor is chosen, too.
 */
export default function BookDialog({ column, minute: pressed, onClose }: BookDialogProps) {
  const { date } = column
  const query = useQuery(deskAvailabilityOptions(date))
  const [chosen, setChosen] = useState<string | null>(null)
  const [minute, setMinute] = useState(pressed)
  const list = useFocusOnChange<HTMLUListElement>(String(minute))
  const choices = partsOf(column).flatMap((part) =>
    (query.data ?? []).flatMap((treatment): Choice[] => {
      const starts = freeStarts([part], [treatment], { withOutside: true })
      const start = startAt(starts, { column: 0, minute })
      return start ? [{ part, treatment, start, isOutside: !isWithinHours(part, start) }] : []
    }),
  )
  const doctors = new Map(choices.map(({ part }) => [part.doctor, part.name]))
  doctors.delete(null)
  const shown = chosen ? choices.filter(({ part }) => part.doctor === chosen) : ofAnyDoctor(choices)
  const day = useDayFormat()(date)
  const about = `about ${formatMinute(minute)}`
  return (
    <Dialog
      open
      title={
        isClinicColumn(column) ? `Book on ${day}, ${about}` : `Book with ${column.name}, ${about}`
      }
      onClose={onClose}
    >
      <p className="text-muted">
        {!isClinicColumn(column) && `${day}. `}Choose a treatment, then the family.
      </p>
      <Loaded query={query} what="the free times" small>
        {(treatments) =>
          choices.length === 0 && (
            <Nearest
              starts={partsOf(column).flatMap((part) => freeStarts([part], treatments))}
              minute={minute}
              onChoose={setMinute}
            />
          )
        }
      </Loaded>
      {isClinicColumn(column) && doctors.size > 0 && (
        <RadioChips
          legend="Doctor"
          options={[
            { value: null, label: 'Any' },
            ...[...doctors].map(([value, label]) => ({ value, label })),
          ]}
          value={chosen}
          onChoose={setChosen}
        />
      )}
      <ul ref={list} tabIndex={-1} className="grid gap-2 outline-none">
        {shown.map(({ treatment, start, isOutside }, index) => (
          <li key={treatment._id}>
            <Link
              to={takeTime({
                date,
                treatment: treatment._id,
                slot: start.slot,
                // In the whole clinic's column, any doctor unless one is chosen.
                doctor: isClinicColumn(column) && !chosen ? null : start.doctor,
              })}
              data-autofocus={index === 0 ? '' : undefined}
              className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-xl border border-line px-3 py-1 hover:bg-leaf"
            >
              <span className="font-bold tabular-nums">{formatMinute(start.startMinute)}</span>
              <span className="min-w-0 grow">{treatment.name}</span>
              <span className="text-muted">{formatPrice(treatment.price)}</span>
              {isOutside && (
                <span className="basis-full text-sm text-muted">
                  Outside of the hours: it needs a reason.
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {query.isSuccess && (
        <WaitingFamilies
          date={date}
          times={shown
            .filter(({ isOutside }) => !isOutside)
            .map(({ treatment, start }) => ({
              treatment: treatment.name,
              doctor: isClinicColumn(column) && !chosen ? null : start.doctorName,
              slot: start.slot,
            }))}
          onOffered={onClose}
        />
      )}
    </Dialog>
  )
}

interface NearestProps {
  /** All free times of the column. */
  starts: readonly FreeStart[]
  minute: number
  onChoose: (minute: number) => void
}

/** Shows when one can book instead: the last free time before, and the first one after. */
function Nearest({ starts, minute, onChoose }: NearestProps) {
  const minutes = starts.map(({ startMinute }) => startMinute).sort((a, b) => a - b)
  const nearest = [
    minutes.findLast((start) => start < minute),
    minutes.find((start) => start > minute),
  ].filter((start) => start !== undefined)
  return (
    <div className="grid gap-2">
      <p role="status">
        {nearest.length > 0
          ? 'Nothing can be booked at this time. The nearest free times:'
          : 'Nothing can be booked at this time, and no other time of the day is free here.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {nearest.map((start) => (
          <Button key={start} look="secondary" onClick={() => onChoose(start)}>
            {formatMinute(start)}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** One choice per treatment, preferably within a doctor's hours. */
const ofAnyDoctor = (choices: readonly Choice[]): Choice[] =>
  [...Map.groupBy(choices, ({ treatment }) => treatment._id).values()].flatMap(
    (group) => group.find(({ isOutside }) => !isOutside) ?? group.slice(0, 1),
  )
