import { type RefObject, useId, useState } from 'react'
import * as words from '#words/en/families/components.ts'
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
  { part: 'month', label: words.month, digits: 2, width: 'w-18', asNumber: words.monthAsNumber },
  { part: 'day', label: words.day, digits: 2, width: 'w-18', asNumber: words.dayAsNumber },
  { part: 'year', label: words.year, digits: 4, width: 'w-24', asNumber: words.yearAsNumber },
] as const

type Field = (typeof PARTS)[number]
type Typed = Record<Field['part'], string>

/** A child's birth date as three short fields, which is faster than a calendar that opens years later. */
export function BirthDateField({ value, onChange, readOnly, error, first }: BirthDateFieldProps) {
  const id = useId()
  // Kept as typed: a single digit stays one.
  const [typed, setTyped] = useState(() => split(value))
  /** The field that refused what was typed last. */
  const [refusing, setRefusing] = useState<Field | null>(null)
  const shown = refusing ? refusing.asNumber : error

  function change(field: Field, text: string) {
    const next = { ...typed, [field.part]: text.replaceAll(/\D/g, '') }
    setRefusing(next[field.part] === text.trim() ? null : field)
    setTyped(next)
    onChange(join(next))
  }

  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 font-bold">{words.birthDate}</legend>
      <div className="flex flex-wrap gap-3">
        {PARTS.map((field, index) => (
          <label key={field.part} className="grid gap-1 text-sm text-muted">
            {field.label}
            <input
              {...(shown &&
                (refusing ?? field) === field && {
                  'aria-invalid': true,
                  'aria-describedby': `${id}-error`,
                })}
              ref={index === 0 ? first : undefined}
              className={`field text-base text-base-content ${field.width}`}
              inputMode="numeric"
              maxLength={field.digits}
              // The child's birth date, not the user's.
              autoComplete={`section-child bday-${field.part}`}
              readOnly={readOnly}
              value={typed[field.part]}
              onChange={({ target }) => change(field, target.value)}
            />
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{shown}</FieldError>
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
