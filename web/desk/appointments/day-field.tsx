interface DayFieldProps {
  label?: string
  /** `2026-06-05` */
  date: string
  least?: string
  most?: string
  onChoose: (date: string) => void
}

export function DayField({ label = 'Day', date, least, most, onChoose }: DayFieldProps) {
  return (
    <label className="grid gap-1 text-sm font-bold">
      {label}
      <input
        type="date"
        value={date}
        min={least}
        max={most}
        onChange={({ target }) => target.value && target.validity.valid && onChoose(target.value)}
        className="field min-h-11 w-44 max-w-full"
      />
    </label>
  )
}
