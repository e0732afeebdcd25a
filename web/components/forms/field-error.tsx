import type { ReactNode } from 'react'

interface FieldErrorProps {
  /** Where a control's `aria-describedby` names it. */
  id?: string
  children: ReactNode
}

/** An error below its field; it is announced. Nothing while all is well. */
export function FieldError({ id, children }: FieldErrorProps) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="text-sm font-semibold text-error">
      {children}
    </p>
  )
}
