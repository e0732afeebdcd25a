import { Fragment } from 'react'
import type { Treatment } from '#contract/schedule/treatments.ts'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'

/** The note of the slots closest to one that was just taken. */
export const CLOSE_TO_YOURS = 'close to your time'

/** The choice to leave the doctor to the clinic. */
export const ANY_DOCTOR = 'Any doctor'

interface DoctorChoiceProps {
  doctors: NonNullable<Treatment['doctors']>
  /** Id; null: any doctor. */
  chosen: string | null
  onChoose: (doctor: string | null) => void
  disabled: boolean
}

/** Any doctor, or one of those who give the treatment. */
export function DoctorChoice({ doctors, ...choice }: DoctorChoiceProps) {
  const options = [
    { value: null, label: ANY_DOCTOR },
    ...doctors.map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  const { chosen: value, ...handlers } = choice
  return <RadioChips<string | null> legend="Doctor" options={options} value={value} {...handlers} />
}

interface SlotGridProps {
  /** '09:00 AM - 09:30 AM' */
  slots: readonly string[]
  /** What is special about a slot. */
  noteOf: (slot: string) => string | null
  isEnabled: (slot: string) => boolean
  onChoose: (slot: string) => void
  /** They are loading again. */
  isRefreshing: boolean
}

/** Free slots as buttons, in 3 to 4 columns. */
export function SlotGrid({ slots, noteOf, isEnabled, onChoose, isRefreshing }: SlotGridProps) {
  return (
    <ul className={`slot-grid mt-6 ${isRefreshing ? 'opacity-60' : ''}`}>
      {slots.map((slot) => (
        <li key={slot}>
          {/* Not `disabled`: the focus returns here from the dialog, even while the day reloads. */}
          <button
            type="button"
            aria-disabled={!isEnabled(slot) || undefined}
            onClick={() => onChoose(slot)}
            className={`grid h-full min-h-13 w-full cursor-pointer place-content-center rounded-2xl border-[1.5px] px-1 py-2 text-center text-sm leading-tight font-bold sm:text-[0.95rem] aria-disabled:cursor-default ${
              noteOf(slot) ? 'border-warning bg-honey' : 'border-line bg-base-100 hover:bg-leaf'
            }`}
          >
            <BreakAfterDash text={slot} />{' '}
            {noteOf(slot) && <span className="text-sm font-semibold">{noteOf(slot)}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Lets a time break after its dash. */
function BreakAfterDash({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(?<=-) /).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' '}
          <span className="whitespace-nowrap">{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
