interface DayFieldProps {
  /** `2026-06-05` */
  date: string
  onChoose: (date: string) => void
}

export function DayField({ date, onChoose }: DayFieldProps) {
  return (
    <label className="grid gap-1 text-sm font-bold">
      Day
      <input
        type="date"
        value={date}
        onChange={({ target }) => target.value && onChoose(target.value)}
        className="field min-h-11 w-40 max-w-full"
      />
    </label>
  )
}
