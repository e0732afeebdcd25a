import type { ComponentProps } from 'react'

/** A raised surface with a leaf-shaped outline. */
export function Card({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`leaf bg-base-100 p-6 shadow-soft md:p-8 ${className}`} />
}
