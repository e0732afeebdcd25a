import { useId } from 'react'
import { formats } from '#contract/formats/formats.ts'
import { parseSlotStart } from '#contract/formats/slot-times.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import * as words from '#words/en/site/day.ts'
import { halvesOfDay } from './halves-of-day.ts'

interface DoctorChoiceProps {
  doctors: NonNullable<Treatment['doctors']>
  /** Id; null: any doctor. */
  chosen: string | null
  onChoose: (doctor: string | null) => void
  disabled: boolean
}

/** Any doctor, or one of the treatment's doctors. */
export function DoctorChoice({ doctors, ...choice }: DoctorChoiceProps) {
  const options = [
    { value: null, label: words.anyDoctor },
    ...doctors.map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  const { chosen: value, ...handlers } = choice
  return (
    <RadioChips<string | null>
      legend={words.doctor}
      options={options}
      value={value}
      {...handlers}
    />
  )
}

interface SlotGridProps {
  /** '09:00 AM - 09:30 AM' */
  slots: readonly string[]
  /** A note about a slot. */
  noteOf: (slot: string) => string | null
  isEnabled: (slot: string) => boolean
  onChoose: (slot: string) => void
  /** They are loading again. */
  isRefreshing: boolean
}

/** What stands between the start and the end of a slot. */
const BETWEEN = / [-–] /

/**
 * Free slots as buttons that show their start, 3 to 4 in a row. The accessible name is the whole slot: it begins
 * with what is visible, as screen readers and voice control require.
 */
export function SlotGrid({ slots, ...grid }: SlotGridProps) {
  return (
    <div className={`mt-5 grid gap-5 ${grid.isRefreshing ? 'opacity-60' : ''}`}>
      {halvesOfDay(slots).map((half) => (
        <HalfDay key={half.name} {...half} {...grid} />
      ))}
    </div>
  )
}

function HalfDay({
  name,
  slots,
  noteOf,
  isEnabled,
  onChoose,
}: Omit<SlotGridProps, 'isRefreshing'> & { name: string }) {
  const id = useId()
  if (slots.length === 0) return null
  return (
    <div>
      <h3 id={id} className="mb-2 text-base text-muted">
        {name}
      </h3>
      <ul aria-labelledby={id} className="slot-grid">
        {slots.map((slot) => {
          const note = noteOf(slot)
          const shown = formats.slot(slot)
          const noteId = `${id}-${parseSlotStart(slot)}`
          return (
            <li key={slot} className="grid content-start gap-1">
              {/* Not `disabled`: the focus returns here from the dialog, even while the day reloads. */}
              <button
                type="button"
                aria-label={shown}
                aria-describedby={note ? noteId : undefined}
                aria-disabled={!isEnabled(slot) || undefined}
                onClick={() => onChoose(slot)}
                className={`min-h-12 w-full cursor-pointer scroll-mt-40 rounded-2xl border-[1.5px] px-1 py-2 text-center leading-tight font-bold whitespace-nowrap tabular-nums aria-disabled:cursor-default ${
                  note ? 'border-warning bg-honey' : 'border-line bg-base-100 hover:bg-leaf'
                }`}
              >
                {shown.split(BETWEEN, 1)}
              </button>
              {note && (
                <span id={noteId} className="px-1 text-center text-sm leading-tight font-semibold">
                  {note}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
