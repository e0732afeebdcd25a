interface RowBarsProps {
  rows: readonly { id: string; name: string; value: number }[]
  format: (value: number) => string
  fill: string
}

/** A name, a value and a bar in each row. */
export function RowBars({ rows, format, fill }: RowBarsProps) {
  if (rows.length === 0) return <p className="py-8 text-muted">None in these days.</p>
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul className="grid gap-2 text-sm">
      {rows.map(({ id, name, value }) => (
        <li key={id}>
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="min-w-0 break-words">{name}</span>
            <span className="font-bold tabular-nums">{format(value)}</span>
          </p>
          <p
            className="mt-0.5 h-2.5 rounded-full bg-base-200 forced-colors:bg-[Canvas]"
            aria-hidden="true"
          >
            <span
              className={`block h-2.5 min-w-1 rounded-full forced-colors:bg-[CanvasText] ${fill}`}
              style={{ width: `${(Math.max(value, 0) / most) * 100}%` }}
            />
          </p>
        </li>
      ))}
    </ul>
  )
}
