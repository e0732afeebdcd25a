import type { ReactNode } from 'react'

interface TableProps {
  /** Read out, and seen by nobody. */
  caption: string
  columns: readonly string[]
  /** The rows of the body. */
  children: ReactNode
}

/** A table on a card of its own. */
export function Table({ caption, columns, children }: TableProps) {
  return (
    <div className="leaf bg-base-100 px-2 py-3 shadow-soft lg:px-4">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-3 text-sm font-bold text-muted">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
