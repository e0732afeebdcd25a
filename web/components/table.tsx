import { type ReactNode, useCallback, useSyncExternalStore } from 'react'

interface TableProps {
  /** For screen readers only. */
  caption: string
  columns: readonly string[]
  /** Those of amounts, whose digits stand below each other. */
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
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`px-3 text-sm font-bold text-muted ${dense ? '' : 'py-3'} ${amounts.includes(column) ? 'text-right' : ''}`}
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
const WIDTHS = { md: '48rem', xl: '80rem', panel: '112.5rem' } as const

/**
 * Whether the window is at least as wide as the breakpoint `from`. Paper counts as wide: it is narrower
 * than the window, and a list that changed while it is being printed would lose its end.
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
