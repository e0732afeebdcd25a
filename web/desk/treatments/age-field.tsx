import { useId } from 'react'
import { FieldError } from '#web/components/forms/field-error.tsx'

interface AgeFieldProps {
  label: string
  hint: string
  /** In months; null for no limit. */
  value: number | null
  onChange: (months: number | null) => void
  readOnly: boolean
  error?: string | undefined
}

export function AgeField({ label, hint, value, onChange, readOnly, error }: AgeFieldProps) {
  const id = useId()
  const years = value === null ? '' : String(Math.floor(value / 12))
  const months = value === null ? '' : String(value % 12)

  function read(typedYears: string, typedMonths: string) {
    if (typedYears === '' && typedMonths === '') onChange(null)
    else onChange(Number(typedYears) * 12 + Number(typedMonths))
  }

  const input = (part: 'years' | 'months') => (
    <label className="flex min-w-0 items-center gap-2">
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={part === 'years' ? 99 : 11}
        autoComplete="off"
        readOnly={readOnly}
        value={part === 'years' ? years : months}
        aria-label={`${label}, ${part}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : `${id}-hint`}
        onChange={({ target }) =>
          part === 'years'
            ? read(target.value, months === '0' && target.value === '' ? '' : months)
            : read(years === '0' && target.value === '' ? '' : years, target.value)
        }
        className="field w-20"
      />
      <span aria-hidden="true">{part}</span>
    </label>
  )

  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 font-bold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <div className="flex flex-wrap gap-3">
        {input('years')}
        {input('months')}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
