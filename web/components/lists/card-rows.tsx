import type { AriaAttributes, ReactNode } from 'react'

/** Rows inside a card, with a line between them. */
export function CardRows({ children, ...list }: AriaAttributes & { children: ReactNode }) {
  return (
    <ul {...list} className="grid divide-y divide-base-300">
      {children}
    </ul>
  )
}

/** Text with buttons beside it, or below it where there is no room. */
export function CardRow({ children }: { children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">{children}</li>
  )
}
