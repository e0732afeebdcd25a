interface DayFieldProps {
  label?: string
  /** `2026-06-05`; '' without one */
  date: string
  least?: string
  most?: string
  /** It can be cleared; `onChoose` gets '' then. */
  isOptional?: boolean
  onChoose: (date: string) => void
}

/** A day by which a page is filtered. */
export function DayField({
  label = 'Day',
  date,
  least,
  most,
  isOptional = false,
  onChoose,
}: DayFieldProps) {
  return (
    <label className="grid gap-1 text-sm font-bold">
      {label}
      <input
        type="date"
        value={date}
        min={least}
        max={most}
        onChange={({ target: { value, validity } }) =>
          (isOptional || value) && validity.valid && onChoose(value)
        }
        className="field min-h-11 w-44 max-w-full"
      />
    </label>
  )
}
