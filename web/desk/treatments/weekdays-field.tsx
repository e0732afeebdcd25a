import { WEEKDAYS } from '#contract/schedule/schedule.ts'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { CheckboxField } from '#web/components/forms/fields.tsx'

interface WeekdaysFieldProps {
  /** 0 for Sunday. */
  value: readonly number[]
  onChange: (weekdays: number[]) => void
  readOnly: boolean
  error?: string | undefined
}

export function WeekdaysField({ value, onChange, readOnly, error }: WeekdaysFieldProps) {
  return (
    <fieldset disabled={readOnly}>
      <legend className="text-lg font-bold">Weekdays</legend>
      <div className="flex flex-wrap gap-x-6">
        {WEEKDAYS.map((name, weekday) => (
          <CheckboxField
            key={name}
            label={name}
            checked={value.includes(weekday)}
            onChange={({ target }) => {
              const others = value.filter((each) => each !== weekday)
              onChange((target.checked ? [...others, weekday] : others).sort((a, b) => a - b))
            }}
          />
        ))}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  )
}
