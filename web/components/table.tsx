import { type ReactNode, useCallback, useSyncExternalStore } from 'react'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  className?: string
  /** Whether the cell is the row's header. */
  isRowHeader?: boolean
  /** Whether digits are aligned. */
  isAmount?: boolean
}

interface RowsOrCardsProps<Row> {
  /** For screen readers only. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The content of a row's card. */
  card: (row: Row) => ReactNode
  /** The breakpoint from which on the table is shown. */
  from?: keyof typeof WIDTHS
  /** For lists with many rows. */
  dense?: boolean
  rowClass?: (row: Row) => string
  cellClass?: string
  listClass?: string
  cardClass?: string
}

/** Rows as a table where there is room, otherwise as a list of cards. */
export function RowsOrCards<Row>(props: RowsOrCardsProps<Row>) {
  const { caption, columns, rows, keyOf, card, from = 'md', dense = false } = props
  const { rowClass, cellClass = 'px-3 py-2', listClass = 'grid gap-3' } = props
  const { cardClass = 'leaf grid gap-1 bg-base-100 p-4 shadow-soft wrap-anywhere *:min-w-0' } =
    props
  if (!useWideScreen(from)) {
    return (
      <ul aria-label={caption} className={listClass}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={cardClass}>
            {card(row)}
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table
      caption={caption}
      columns={columns.map(({ title }) => title)}
      amounts={columns.filter(({ isAmount }) => isAmount).map(({ title }) => title)}
      dense={dense}
    >
      {rows.map((row) => (
        <tr key={keyOf(row)} className={`border-t border-base-300 ${rowClass?.(row) ?? ''}`}>
          {columns.map(({ title, cell, className = '', isRowHeader, isAmount }) => {
            const amount = isAmount ? 'text-end whitespace-nowrap tabular-nums' : ''
            const Cell = isRowHeader ? 'th' : 'td'
            return (
              <Cell
                key={title}
                scope={isRowHeader ? 'row' : undefined}
                className={`${cellClass} ${amount} ${className}`}
              >
                {cell(row)}
              </Cell>
            )
          })}
        </tr>
      ))}
    </Table>
  )
}

interface TableProps {
  /** For screen readers only. */
  caption: string
  columns: readonly string[]
  /** Columns of amounts, with aligned digits. */
  amounts?: readonly string[]
  /** For lists with many rows. */
  dense?: boolean
  /** The children are several `<tbody>`, each with rows. */
  isGrouped?: boolean
  /** The rows of the body. */
  children: ReactNode
}

/** A table on a card. */
export function Table({
  caption,
  columns,
  amounts = [],
  dense = false,
  isGrouped = false,
  children,
}: TableProps) {
  return (
    <div
      className={`leaf @container overflow-x-auto bg-base-100 px-2 shadow-soft xl:px-4 ${dense ? 'py-1' : 'py-3'}`}
    >
      <table className="w-full border-collapse text-start">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`px-3 text-sm font-bold text-muted ${dense ? '' : 'py-3'} ${amounts.includes(column) ? 'text-end' : ''}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {isGrouped ? children : <tbody>{children}</tbody>}
      </table>
    </div>
  )
}

/** Tailwind's breakpoints, and one for screens that have room for a panel beside everything. */
const WIDTHS = { md: '48rem', lg: '64rem', xl: '80rem', panel: '112.5rem' } as const

/**
 * Whether the window is at least as wide as the breakpoint `from`. Also true while printing: paper is
 * narrower than the window, and a list that changed during printing would be cut off.
 */
export function useWideScreen(from: keyof typeof WIDTHS = 'md'): boolean {
  const media = `(min-width: ${WIDTHS[from]}), print`
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(media).matches)
}
