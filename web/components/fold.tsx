import type { ComponentProps, ReactNode } from 'react'

interface FoldProps extends Omit<ComponentProps<'details'>, 'title'> {
  /** The text that opens it. */
  title: ReactNode
}

/** Collapsed details that few users need. */
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
