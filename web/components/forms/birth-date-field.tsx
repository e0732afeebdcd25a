import { type RefObject, useId, useState } from 'react'
import { FieldError } from './field-error.tsx'

interface BirthDateFieldProps {
  /** '2021-06-05', or the incomplete input; empty at first. */
  value: string
  onChange: (value: string) => void
  readOnly: boolean
  error: string | undefined
  /** The first of its fields. */
  first: RefObject<HTMLInputElement | null>
}

const PARTS = [
  { part: 'month', label: 'Month', digits: 2, width: 'w-18' },
  { part: 'day', label: 'Day', digits: 2, width: 'w-18' },
  { part: 'year', label: 'Year', digits: 4, width: 'w-24' },
] as const

type Typed = Record<(typeof PARTS)[number]['part'], string>

/** A child's birth date as three short fields, which is faster than a calendar that opens years later. */
export function BirthDateField({ value, onChange, readOnly, error, first }: BirthDateFieldProps) {
  const id = useId()
  // Kept as typed: a single digit stays one.
  const [typed, setTyped] = useState(() => split(value))
  const described = error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}

  function change(next: Typed) {
    setTyped(next)
    onChange(join(next))
  }

  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 font-bold">Birth date</legend>
      <div className="flex flex-wrap gap-3">
        {PARTS.map(({ part, label, digits, width }, index) => (
          <label key={part} className="grid gap-1 text-sm text-muted">
            {label}
            <input
              {...described}
              ref={index === 0 ? first : undefined}
              className={`field text-base text-base-content ${width}`}
              inputMode="numeric"
              maxLength={digits}
              // The child's birth date, not the user's.
              autoComplete={`section-child bday-${part}`}
              readOnly={readOnly}
              value={typed[part]}
              onChange={({ target }) =>
                change({ ...typed, [part]: target.value.replaceAll(/\D/g, '') })
              }
            />
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

function split(value: string): Typed {
  const [year = '', month = '', day = ''] = value.split('-')
  return { year, month: month.replace(/^0/, ''), day: day.replace(/^0/, '') }
}

function join({ year, month, day }: Typed): string {
  if (!(year || month || day)) return ''
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}
