import type { ComponentProps, ReactNode } from 'react'

interface FoldProps extends Omit<ComponentProps<'details'>, 'title'> {
  /** The text that opens it. */
  title: ReactNode
}

/** Details that few need: closed at first, and opened by its title. */
export function Fold({ title, children, ...details }: FoldProps) {
  return (
    <details {...details}>
      <summary className="min-h-11 w-fit cursor-pointer py-2 font-bold underline underline-offset-4">
        {title}
      </summary>
      {children}
    </details>
  )
}
