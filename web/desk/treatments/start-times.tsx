import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { formatMinute } from '#contract/booking/slots.ts'
import { count } from '#contract/count.ts'
import { offeredDays } from '#contract/schedule/hours.ts'
import { MINUTES_PER_DAY, type Week } from '#contract/schedule/schedule.ts'
import { fromEndField, fromTimeField, toTimeField } from '#contract/schedule/time-fields.ts'
import { MOST_TIMES } from '#contract/treatments/treatment-admin.ts'
import { Button } from '#web/components/button.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { IconButton } from '#web/components/icon-button.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'

interface StartTimesProps {
  /** Minutes after midnight, in order. */
  value: readonly number[]
  onChange: (times: number[]) => void
  lengthMinutes: number
  /** The clinic's opening hours. */
  week: Week
  readOnly: boolean
  error?: string | undefined
  /** The field for a further time. */
  ref: Ref<HTMLInputElement>
}

/**
 * The start times of a treatment: entered singly, or at an interval. Times that are not offered are marked.
 */
export function StartTimes(props: StartTimesProps) {
  const { value, onChange, lengthMinutes, week, readOnly, error, ref } = props
  const [time, setTime] = useState('')
  const [removed, setRemoved] = useState(0)
  const heading = useFocusOnChange<HTMLHeadingElement>(String(removed))
  const titleId = useId()
  const change = (times: Iterable<number>) => onChange([...new Set(times)].sort((a, b) => a - b))

  function add() {
    const minute = fromTimeField(time)
    if (Number.isNaN(minute)) return
    change([...value, minute])
    setTime('')
  }

  function remove(startMinute: number) {
    change(value.filter((one) => one !== startMinute))
    setRemoved(removed + 1)
  }

  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <h3 id={titleId} ref={heading} tabIndex={-1} className="text-lg outline-none">
        Start times
      </h3>
      {value.length === 0 ? (
        <p className="text-muted">No start times yet: patients can’t book this treatment.</p>
      ) : (
        <>
          <StartDots value={value} lengthMinutes={lengthMinutes || 1} week={week} />
          <ul aria-label="Start times" className="grid gap-x-6 sm:grid-cols-2">
            {value.map((startMinute) => (
              <StartTime
                key={startMinute}
                slot={{ startMinute, lengthMinutes: lengthMinutes || 1 }}
                week={week}
                onRemove={readOnly ? undefined : () => remove(startMinute)}
              />
            ))}
          </ul>
        </>
      )}
      <FieldError>{error}</FieldError>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          ref={ref}
          label="Another time"
          type="time"
          value={time}
          readOnly={readOnly}
          onChange={({ target }) => setTime(target.value)}
          onKeyDown={onEnter(add)}
        />
        <Button look="secondary" disabled={readOnly || time === ''} onClick={add}>
          Add time
        </Button>
      </div>
      <FillTimes
        lengthMinutes={lengthMinutes}
        week={week}
        readOnly={readOnly}
        replaces={value.length > 0}
        onFill={change}
      />
    </section>
  )
}

/** Runs an action on Enter, instead of submitting the surrounding form. */
function onEnter(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    act()
  }
}

/**
 * The start times as dots over the clinic's hours; dots of times that are not offered on every day are
 * hollow.
 */
function StartDots({
  value,
  lengthMinutes,
  week,
}: Pick<StartTimesProps, 'value' | 'lengthMinutes' | 'week'>) {
  const hours = week.flat()
  const from = Math.min(...value, ...hours.map((span) => span.from))
  const to = Math.max(
    ...value.map((start) => start + lengthMinutes),
    ...hours.map((span) => span.to),
  )
  const left = (minute: number) => `${(100 * (minute - from)) / (to - from)}%`
  const isOffered = (startMinute: number) =>
    offeredDays(week, { startMinute, lengthMinutes }).obstacle === undefined
  const open = value.filter(isOffered).length
  return (
    <div
      role="img"
      aria-label={`${open} of ${count(value.length, 'start time')} lie within all hours of the clinic`}
      className="relative h-8"
    >
      {hours.map((span, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: days may have the same hours.
          key={index}
          style={{
            left: left(span.from),
            width: `${(100 * (span.to - span.from)) / (to - from)}%`,
          }}
          className="absolute top-3 h-2 rounded-full border border-line bg-leaf"
        />
      ))}
      {value.map((start) => (
        <span
          key={start}
          title={formatMinute(start)}
          style={{ left: left(start) }}
          className={`absolute top-2.5 size-3 rounded-full border-2 ${isOffered(start) ? 'border-primary bg-primary' : 'border-error bg-base-100'}`}
        />
      ))}
    </div>
  )
}

interface StartTimeProps {
  slot: { startMinute: number; lengthMinutes: number }
  week: Week
  onRemove: (() => void) | undefined
}

function StartTime({ slot, week, onRemove }: StartTimeProps) {
  const { days, obstacle } = offeredDays(week, slot)
  const text = formatMinute(slot.startMinute)
  return (
    <li className="flex items-center justify-between gap-2 border-t border-base-300 py-1">
      <div className="min-w-0">
        <p className="tabular-nums">{text}</p>
        {obstacle && (
          <p className="flex items-start gap-1.5 text-sm font-semibold text-error">
            <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            {days.length === 0 ? `Not offered: ${obstacle}` : `Only on ${days.join(', ')}`}
          </p>
        )}
      </div>
      {onRemove && (
        <IconButton label={`Remove ${text}`} Icon={X} onClick={onRemove} className="shrink-0" />
      )}
    </li>
  )
}

interface FillTimesProps {
  lengthMinutes: number
  week: Week
  readOnly: boolean
  /** Whether existing times are replaced. */
  replaces: boolean
  onFill: (times: number[]) => void
}

/** Start times at an interval, as long as each ends in time. */
function FillTimes({ lengthMinutes, week, readOnly, replaces, onFill }: FillTimesProps) {
  const hours = week.flat()
  const opens = Math.min(...hours.map(({ from }) => from))
  const closes = Math.max(...hours.map(({ to }) => to))
  const [every, setEvery] = useState('30')
  const [from, setFrom] = useState(hours.length > 0 ? toTimeField(opens) : '09:00')
  const [to, setTo] = useState(hours.length > 0 ? toTimeField(closes) : '17:00')
  const times = timesBetween(fromTimeField(from), fromEndField(to), Number(every), lengthMinutes)
  const fill = () => {
    if (!readOnly && times.length > 0) onFill(times)
  }
  return (
    <fieldset className="grid gap-3 rounded-3xl bg-base-200 p-5">
      <legend className="sr-only">Fill the start times</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label="Every (minutes)"
          type="number"
          inputMode="numeric"
          min={5}
          value={every}
          readOnly={readOnly}
          onChange={({ target }) => setEvery(target.value)}
          onKeyDown={onEnter(fill)}
        />
        <TextField
          label="From"
          type="time"
          value={from}
          readOnly={readOnly}
          onChange={({ target }) => setFrom(target.value)}
          onKeyDown={onEnter(fill)}
        />
        <TextField
          label="To"
          type="time"
          value={to}
          readOnly={readOnly}
          onChange={({ target }) => setTo(target.value)}
          onKeyDown={onEnter(fill)}
        />
      </div>
      <Button
        look="secondary"
        disabled={readOnly || times.length === 0}
        onClick={fill}
        className="justify-self-start"
      >
        {describeFill(times.length, replaces)}
      </Button>
    </fieldset>
  )
}

function describeFill(count: number, replaces: boolean): string {
  if (count === 0) return 'Fill times'
  const times = `${count} ${count === 1 ? 'time' : 'times'}`
  return replaces ? `Replace with ${times}` : `Fill with ${times}`
}

/** At most as many as a treatment can have; empty for invalid input. */
function timesBetween(from: number, to: number, every: number, lengthMinutes: number): number[] {
  if (!(every >= 5) || !(lengthMinutes > 0) || !(to <= MINUTES_PER_DAY)) return []
  const times: number[] = []
  for (let start = from; start + lengthMinutes <= to; start += every) times.push(start)
  return times.length > MOST_TIMES ? [] : times
}
