import type { AriaAttributes, ReactNode } from 'react'

interface DividedListProps extends AriaAttributes {
  /** The order of the rows matters. */
  isOrdered?: boolean
  children: ReactNode
}

/** Rows on a card, with a line between them. */
export function DividedList({ isOrdered = false, ...list }: DividedListProps) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List
      {...list}
      className="leaf mt-3 divide-y divide-base-300 bg-base-100 px-4 shadow-soft aria-busy:opacity-60"
    />
  )
}
