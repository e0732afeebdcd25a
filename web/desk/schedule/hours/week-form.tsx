import Copy from 'lucide-react/icons/copy'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import { joinNames } from '#contract/names.ts'
import {
  type HoursPlan,
  hoursPreview,
  type Span,
  WEEKDAYS,
  type Week,
} from '#contract/schedule/schedule.ts'
import { fromEndField, fromTimeField, toTimeField } from '#contract/schedule/time-fields.ts'
import { Button } from '#web/components/button.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { IconButton } from '#web/components/icon-button.tsx'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'
import { useFieldErrors } from '../field-errors.ts'
import type { ScheduleChange } from '../schedule-change.ts'
import { HoursBar, rangeOfHours } from './hours-bar.tsx'

/** A typed time; `key` stays the same while others are added and removed. */
interface TypedSpan {
  key: number
  from: string
  to: string
}

export interface WeekValues {
  validFrom: string
  /** From Sunday on. */
  days: TypedSpan[][]
  /** The hours with which `days` began. */
  before: Week
  /** Days that another admin changed meanwhile. */
  theirs: number[]
}

// In the order in which clinics list them.
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]
const MONDAY = 1
const WORKDAYS = [1, 2, 3, 4, 5]

let lastKey = 0
function typed({ from, to }: Span): TypedSpan {
  lastKey += 1
  return { key: lastKey, from: toTimeField(from), to: toTimeField(to) }
}

/** The form with the hours of a week. */
export function editWeek(week: Week, validFrom: IsoDate): WeekValues {
  return { validFrom, days: week.map((spans) => spans.map(typed)), before: week, theirs: [] }
}

/** The form after another admin changed the hours: untouched days show the new ones. */
export function mergeWeek(values: WeekValues, now: Week): WeekValues {
  const { days, before } = values
  const isSame = (one: readonly Span[] = [], other: readonly Span[] = []) =>
    one.length === other.length &&
    one.every(({ from, to }, index) => from === other[index]?.from && to === other[index]?.to)
  const theirs = now.flatMap((spans, day) => (isSame(spans, before[day]) ? [] : [day]))
  const isTouched = (day: number) => !isSame(days[day]?.map(read), before[day])
  return {
    ...values,
    days: now.map((spans, day) => (isTouched(day) ? (days[day] ?? []) : spans.map(typed))),
    before: now,
    theirs: theirs.length > 0 ? theirs : values.theirs,
  }
}

const read = ({ from, to }: TypedSpan): Span => ({
  from: fromTimeField(from),
  to: fromEndField(to),
})

const NEW_DAY = { from: 540, to: 1020 }
const BREAK_MINUTES = 60

/** The day with one more time: a break in the middle of the last time, or the first time of a day. */
function withBreak(spans: readonly TypedSpan[], monday: readonly TypedSpan[]): TypedSpan[] {
  const last = spans.at(-1)
  if (!last) return monday.length > 0 ? monday.map((span) => typed(read(span))) : [typed(NEW_DAY)]
  const { from, to } = read(last)
  const middle = Math.floor((from + to - BREAK_MINUTES) / 120) * 60
  const isSplit = from < middle && middle + BREAK_MINUTES < to
  if (!isSplit) return [...spans, { ...typed(NEW_DAY), from: '', to: '' }]
  const later = typed({ from: middle + BREAK_MINUTES, to })
  return [...spans.slice(0, -1), { ...last, to: toTimeField(middle) }, later]
}

interface WeekFormProps {
  today: IsoDate
  values: WeekValues
  onChange: (values: WeekValues) => void
  flow: ScheduleChange
  onPreview: (plan: HoursPlan) => void
  onCancel: () => void
}

/** A week's hours with breaks and the day from which they apply. */
export function WeekForm(props: WeekFormProps) {
  const { today, values, onChange, flow, onPreview, onCancel } = props
  const { snapshot } = flow
  const isChecking = snapshot.matches('previewing')
  const { form, errors, show } = useFieldErrors()
  const { days, validFrom, theirs } = values
  const [first] = useState(values)
  useUnsavedChanges(values !== first)
  const monday = days[MONDAY] ?? []
  const range = rangeOfHours(days.flatMap((spans) => spans.map(read)))

  const setDays = (change: (spans: TypedSpan[], weekday: number) => TypedSpan[]) =>
    onChange({ ...values, days: days.map(change) })

  function submit(event: FormEvent) {
    event.preventDefault()
    const week = days.map((spans) => spans.map(read).sort((a, b) => a.from - b.from))
    const parsed = hoursPreview.safeParse({ validFrom, week })
    const issues = parsed.error?.issues ?? []
    show(
      issues.map(({ path, message }) =>
        path[0] === 'week' ? [String(path[1]), message] : ['validFrom', 'Choose a day'],
      ),
    )
    if (parsed.success) onPreview(parsed.data)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Change hours"
      onSubmit={submit}
      className="grid gap-5 border-t border-base-300 pt-6"
    >
      {snapshot.matches({ editing: 'refused' }) && (
        <FormAlert>
          {snapshot.context.message} Nothing you typed was lost.
          {theirs.length > 0 &&
            ` They changed ${joinNames(theirs.map((day) => WEEKDAYS[day] ?? ''))}.`}
        </FormAlert>
      )}
      <div className="max-w-64">
        <TextField
          label="Valid from"
          type="date"
          hint="The first day of the new hours."
          min={today}
          readOnly={isChecking}
          value={validFrom}
          error={errors.validFrom}
          onChange={({ target }) => onChange({ ...values, validFrom: target.value })}
        />
      </div>
      <Button
        look="secondary"
        disabled={isChecking}
        onClick={() =>
          setDays((spans, weekday) =>
            weekday !== MONDAY && WORKDAYS.includes(weekday)
              ? monday.map((span) => typed(read(span)))
              : spans,
          )
        }
        className="justify-self-start"
      >
        <Copy aria-hidden="true" size={18} /> Copy Monday to all weekdays
      </Button>
      <div className="grid">
        {MONDAY_FIRST.map((weekday) => (
          <DayFields
            key={weekday}
            day={WEEKDAYS[weekday] ?? ''}
            spans={days[weekday] ?? []}
            range={range}
            error={errors[weekday]}
            disabled={isChecking}
            onAdd={() =>
              setDays((spans, each) => (each === weekday ? withBreak(spans, monday) : spans))
            }
            onChange={(next) => setDays((spans, each) => (each === weekday ? next : spans))}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isChecking}>
          Check these hours
        </Button>
        <Button look="secondary" disabled={isChecking} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface DayFieldsProps {
  day: string
  spans: readonly TypedSpan[]
  /** The visible hours of each day. */
  range: Span
  error: string | undefined
  disabled: boolean
  onAdd: () => void
  onChange: (spans: TypedSpan[]) => void
}

function DayFields({ day, spans, range, error, disabled, onAdd, onChange }: DayFieldsProps) {
  const add = useRef<HTMLButtonElement>(null)
  const errorId = useId()
  const isMissing = spans.some(({ from, to }) => from === '' || to === '')
  // An empty field, or all fields of a day whose times conflict.
  const isWrong = (value: string) => Boolean(error) && (!isMissing || value === '')
  return (
    <fieldset
      disabled={disabled}
      className="grid gap-3 border-t border-base-300 py-4 sm:grid-cols-[7rem_minmax(0,1fr)]"
    >
      <legend className="sr-only">{day}</legend>
      <p aria-hidden="true" className="pt-2.5 font-bold">
        {day}
      </p>
      <div className="grid gap-3">
        {spans.length === 0 && <p className="pt-2.5 text-muted">Closed</p>}
        {spans.map((span, index) => (
          <div key={span.key} className="flex max-w-md flex-wrap items-center gap-x-2 gap-y-1">
            {(['from', 'to'] as const).map((end) => (
              <div key={end} className="flex min-w-[min(8rem,100%)] flex-1 items-center gap-2">
                {end === 'to' && <span aria-hidden="true">to</span>}
                <input
                  type="time"
                  aria-label={`${day} ${end}${spans.length > 1 ? `, time ${index + 1}` : ''}`}
                  aria-invalid={isWrong(span[end]) || undefined}
                  aria-describedby={error ? errorId : undefined}
                  value={span[end]}
                  onChange={({ target }) =>
                    onChange(
                      spans.map((each) =>
                        each === span ? { ...each, [end]: target.value } : each,
                      ),
                    )
                  }
                  className="field min-w-0"
                />
              </div>
            ))}
            <IconButton
              label={`Remove ${day}, time ${index + 1}`}
              Icon={X}
              size={20}
              onClick={() => {
                onChange(spans.filter((each) => each !== span))
                add.current?.focus()
              }}
            />
          </div>
        ))}
        {spans.length > 0 && (
          <HoursBar
            spans={spans.map(read)}
            range={range}
            onDrag={(index, { from, to }) => {
              if (disabled) return
              const dragged = { from: toTimeField(from), to: toTimeField(to) }
              onChange(spans.map((each, at) => (at === index ? { ...each, ...dragged } : each)))
            }}
          />
        )}
        <FieldError id={errorId}>{error}</FieldError>
        <button
          ref={add}
          type="button"
          onClick={onAdd}
          className="flex min-h-11 cursor-pointer items-center gap-2 justify-self-start text-start font-bold underline underline-offset-4"
        >
          <Plus aria-hidden="true" size={18} />
          {spans.length === 0 ? `Open on ${day}` : `Add a break on ${day}`}
        </button>
      </div>
    </fieldset>
  )
}
