import { type ReactNode, useId } from 'react'
import { saveCsv } from './csv.ts'
import { useWidth } from './use-width.ts'

/** A chart's data as text. The first column is the row's header. */
export interface ChartTable {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Below this width, in pixels, there is no room for axis and marks. */
const NARROWEST = 120

export interface ChartCardProps {
  title: string
  /** The figure and its unit. */
  note: ReactNode
  table: ChartTable
  /** Of the CSV file, without its ending. */
  fileName: string
  /** Draws the chart at the measured width; null when there is no data. */
  draw?: ((width: number) => ReactNode) | null
  /** Shown instead of the chart. */
  empty?: ReactNode
  /** Links to the rows behind the figure. */
  links?: ReactNode
  className?: string
}

/**
 * A chart on a card, drawn at the card's width, with its data as a table and as CSV. The table has
 * everything, so bars and lines take no focus.
 */
export function ChartCard({
  title,
  note,
  table,
  fileName,
  draw,
  empty,
  links,
  className = '',
}: ChartCardProps) {
  const [ref, width] = useWidth()
  const id = useId()
  return (
    // Until it is drawn again, a chart wider than its card must not widen the page.
    <section
      aria-labelledby={id}
      className={`leaf flex min-w-0 flex-col overflow-x-clip bg-base-100 p-4 shadow-soft sm:p-5 ${className}`}
    >
      <h2 id={id} className="text-lg leading-snug font-extrabold">
        {title}
      </h2>
      <p className="text-sm text-muted">{note}</p>
      <div ref={ref} className="mt-3 min-w-0 grow">
        {draw ? width >= NARROWEST && draw(width) : empty}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-6 gap-y-1 text-sm print:hidden">
        {links}
      </div>
      <details className="mt-1 text-sm">
        <summary className="inline-flex min-h-9 cursor-pointer list-item content-center font-bold pointer-coarse:min-h-11">
          As a table
        </summary>
        <section
          aria-label={`${title}, as a table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
          tabIndex={0}
          className="max-h-96 overflow-auto"
        >
          <table className="w-full border-collapse text-start tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col" className="py-1.5 pe-4 align-bottom text-muted">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name = '', ...cells], row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two doctors may have the same name.
                <tr key={row} className="border-t border-base-300">
                  <th scope="row" className="py-1.5 pe-4 font-semibold">
                    {name}
                  </th>
                  {cells.map((cell, column) => (
                    <td key={table.columns[column + 1]} className="py-1.5 pe-4">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <button
          type="button"
          onClick={() => saveCsv([table.columns, ...table.rows], fileName)}
          className="mt-1 min-h-9 cursor-pointer font-bold underline underline-offset-4 pointer-coarse:min-h-11 print:hidden"
        >
          Download “{title}” (CSV)
        </button>
      </details>
    </section>
  )
}
