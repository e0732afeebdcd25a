import type { ReactNode } from 'react'

interface FieldErrorProps {
  /** The id for the control's `aria-describedby`. */
  id?: string
  children: ReactNode
}

/** An error below its field, announced to screen readers; nothing without an error. */
export function FieldError({ id, children }: FieldErrorProps) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="text-sm font-semibold text-error">
      {children}
    </p>
  )
}
