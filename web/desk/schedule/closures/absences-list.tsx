import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type Holiday, openHolidays } from '#contract/clinic/holidays.ts'
import {
  type Closure,
  type ClosurePreview,
  MINUTES_PER_DAY,
  type Schedule,
} from '#contract/schedule/schedule.ts'
import { addClosure, removeClosure } from '#contract/schedule/schedule-calls.ts'
import type { closureMachine } from '#machines/closure/closure-machine.ts'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Fold } from '#web/components/fold.tsx'
import { CardRow, CardRows } from '#web/components/lists/card-rows.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { formatSpan } from '#web/desk/appointments/time-format.ts'
import { send } from '#web/lib/api/send.ts'
import { describeDays } from '../describe-days.ts'
import { ImpactPanel } from '../impact-panel.tsx'
import { type Doctor, refreshSchedule, scheduleOptions } from '../schedule-api.ts'
import { useScheduleChange } from '../schedule-change.ts'
import { type ClosureValues, NO_CLOSURE } from './closure-address.ts'
import { ClosureForm } from './closure-form.tsx'
import { YearStrip } from './year-strip.tsx'

interface AbsencesListProps {
  /** The doctor of the absences; absent for the clinic's closures. */
  doctor?: Doctor
  /** The form's initial values; if given, the form is scrolled into view. */
  initial?: ClosureValues | undefined
  /** The machine with other actors, for tests. */
  logic?: typeof closureMachine
}

const WORDS = {
  clinic: {
    title: 'Closures',
    noun: 'closure',
    none: 'No closures are planned.',
    past: 'Past closures',
    form: 'Close the clinic',
    apply: 'Close the clinic',
    another: 'Add another closure',
    hint: 'Families see it in the calendar.',
  },
  doctor: {
    title: 'Absences',
    noun: 'absence',
    none: 'No absences are planned.',
    past: 'Past absences',
    form: 'Add an absence',
    apply: 'Save absence',
    another: 'Add another absence',
    hint: 'Only the clinic sees it.',
  },
}

/** Closures of the clinic, or absences of a doctor: upcoming ones, past ones folded, and a form. */
export function AbsencesList(props: AbsencesListProps) {
  const { doctor } = props
  const query = useQuery(scheduleOptions(doctor))
  const { title } = WORDS[doctor ? 'doctor' : 'clinic']
  return (
    <Card>
      <Loaded query={query} what={`the ${title.toLowerCase()}`}>
        {(schedule) => <Absences {...props} schedule={schedule} />}
      </Loaded>
    </Card>
  )
}

function Absences(props: AbsencesListProps & { schedule: Schedule }) {
  const { schedule, doctor, initial, logic } = props
  const words = WORDS[doctor ? 'doctor' : 'clinic']
  const { today, closures } = schedule
  const flow = useScheduleChange(doctor, logic)
  const form = useRef<HTMLElement>(null)
  // Complete values are checked at once, which changes nothing.
  const showInitial = useEffectEvent(() => {
    if (!initial) return
    // The preview is longer, and would otherwise be at the edge of the window.
    form.current?.scrollIntoView({ block: 'start' })
    form.current?.querySelector<HTMLElement>('[name="reason"]')?.focus({ preventScroll: true })
    if (initial.reason) form.current?.querySelector('form')?.requestSubmit()
  })
  useEffect(() => showInitial(), [])
  const titleId = useId()
  const [values, setValues] = useState<ClosureValues>(initial ?? NO_CLOSURE)
  const [removed, setRemoved] = useState(0)
  const heading = useFocusOnChange<HTMLHeadingElement>(String(removed))
  const coming = closures.filter(({ toDate }) => toDate >= today)
  const past = closures.filter(({ toDate }) => toDate < today).toReversed()
  const { draft } = flow.snapshot.context
  const isEditing = flow.snapshot.matches('editing') || flow.snapshot.matches('previewing')

  const preview = (closure: ClosurePreview) =>
    flow.send({ type: 'change.preview', draft: { kind: 'closure', closure } })
  const onRemoved = () => setRemoved(removed + 1)
  const describeTime = useTimeInWords()

  return (
    <div className="grid gap-8">
      <section aria-labelledby={titleId} className="grid gap-4">
        <h2 id={titleId} ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {words.title}
        </h2>
        {doctor && (
          <YearStrip
            today={today}
            rows={[
              {
                id: doctor,
                closures,
                noun: words.noun,
                withHolidays: false,
                onChoose: (from, to) => {
                  if (!isEditing) return
                  setValues({ ...values, fromDate: from, toDate: from === to ? '' : to })
                  form.current?.scrollIntoView({ block: 'center' })
                  form.current?.querySelector<HTMLElement>('[name="reason"]')?.focus()
                },
              },
            ]}
          />
        )}
        {coming.length === 0 && <p className="text-muted">{words.none}</p>}
        <ClosureRows closures={coming} doctor={doctor} onRemoved={onRemoved} />
        {past.length > 0 && (
          <Fold title={`${words.past} (${past.length})`}>
            <ClosureRows closures={past} />
          </Fold>
        )}
      </section>
      <section ref={form} aria-label={words.form}>
        {isEditing ? (
          <>
            <ClosureForm
              title={words.form}
              reasonHint={words.hint}
              today={today}
              doctor={doctor}
              values={values}
              onChange={setValues}
              flow={flow}
              onPreview={preview}
            />
            {!doctor && (
              <Holidays
                schedule={schedule}
                disabled={flow.snapshot.matches('previewing')}
                onClose={({ date, name }) => {
                  setValues({ ...NO_CLOSURE, fromDate: date, reason: name })
                  preview({ ...ALL_DAY, fromDate: date, toDate: date, reason: name })
                }}
              />
            )}
          </>
        ) : (
          draft?.kind === 'closure' && (
            <ImpactPanel
              flow={flow}
              title={`${words.form}: ${describeTime(draft.closure)}`}
              applyLabel={words.apply}
              decisions={['keep', 'reoffer', 'cancel']}
              doneLabel={words.another}
              onDone={() => setValues(NO_CLOSURE)}
            />
          )
        )}
      </section>
    </div>
  )
}

const ALL_DAY = { fromMinute: 0, toMinute: MINUTES_PER_DAY }

type ClosedTime = Omit<Closure, '_id' | 'reason'>

/** 'Thu, Dec 24', 'Thu, Dec 24 to Sat, Jan 2, 9:00 AM to 12:00 PM' */
function useTimeInWords(): (time: ClosedTime) => string {
  const formatDay = useDayFormat()
  return ({ fromDate, toDate, fromMinute, toMinute }) => {
    const days = describeDays(fromDate, toDate, formatDay)
    if (fromMinute === 0 && toMinute === MINUTES_PER_DAY) return days
    return `${days}, ${formatSpan({ from: fromMinute, to: toMinute })}`
  }
}

interface ClosureRowsProps {
  closures: readonly Closure[]
  doctor?: Doctor
  /** Called after one was removed; without it, there is no button to remove one. */
  onRemoved?: () => void
}

function ClosureRows({ closures, doctor, onRemoved }: ClosureRowsProps) {
  const describeTime = useTimeInWords()
  const queries = useQueryClient()
  const restoring = useMutation({
    mutationFn: ({ _id: _, ...closure }: Closure) =>
      send(addClosure, {
        body: { ...closure, ...(doctor && { doctor }), appointments: 'list' },
      }),
    onError: (error) => toast.error(error.message),
    onSettled: () => refreshSchedule(queries),
  })
  const removing = useMutation({
    mutationFn: ({ _id: id }: Closure) => send(removeClosure, { params: { id } }),
    onSuccess: (_, closure) => {
      onRemoved?.()
      toast.success(`“${closure.reason}” is removed.`, {
        label: 'Undo',
        run: () => restoring.mutate(closure),
      })
    },
    onError: (error) => toast.error(error.message),
    // Another admin may have removed it already.
    onSettled: () => refreshSchedule(queries),
  })
  if (closures.length === 0) return null
  return (
    <CardRows>
      {closures.map((closure) => (
        <CardRow key={closure._id}>
          <div className="grid min-w-0 grow basis-56 [overflow-wrap:anywhere]">
            <p className="font-bold">{closure.reason}</p>
            <p className="text-muted">{describeTime(closure)}</p>
          </div>
          {onRemoved && (
            <Button
              look="secondary"
              aria-label={`Remove ${closure.reason}, ${describeTime(closure)}`}
              busy={removing.isPending && removing.variables._id === closure._id}
              onClick={() => removing.mutate(closure)}
              className="px-4"
            >
              <Trash2 aria-hidden="true" size={18} /> Remove
            </Button>
          )}
        </CardRow>
      ))}
    </CardRows>
  )
}

interface HolidaysProps {
  schedule: Schedule
  disabled: boolean
  onClose: (holiday: Holiday) => void
}

/** The federal holidays of the next twelve months on which the clinic is open. */
function Holidays({ schedule, disabled, onClose }: HolidaysProps) {
  const formatDay = useDayFormat()
  const holidays = openHolidays(schedule)
  if (holidays.length === 0) return null
  return (
    <Fold
      title={`Federal holidays on which the clinic is open (${holidays.length})`}
      className="mt-6"
    >
      <CardRows>
        {holidays.map((holiday) => (
          <CardRow key={holiday.date}>
            <p className="min-w-0 grow basis-40">
              <span className="font-bold">{holiday.name}</span>{' '}
              <span className="text-muted">{formatDay(holiday.date)}</span>
            </p>
            <Button
              look="secondary"
              disabled={disabled}
              aria-label={`Close on ${holiday.name}`}
              onClick={() => onClose(holiday)}
              className="px-4"
            >
              Close
            </Button>
          </CardRow>
        ))}
      </CardRows>
    </Fold>
  )
}
