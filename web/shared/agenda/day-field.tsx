interface DayFieldProps {
  /** `2026-06-05` */
  date: string
  onChoose: (date: string) => void
  /** Its label is for screen readers. */
  isCompact?: boolean
}

/** Chooses the day that a page of the front desk shows. */
export function DayField({ date, onChoose, isCompact = false }: DayFieldProps) {
  return (
    <label className="grid gap-1 text-sm font-bold">
      <span className={isCompact ? 'sr-only' : undefined}>Day</span>
      <input
        type="date"
        value={date}
        onChange={({ target }) => target.value && onChoose(target.value)}
        className="field min-h-11 w-40 max-w-full"
      />
    </label>
  )
}
