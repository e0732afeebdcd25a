import type { ComponentProps } from 'react'

/** A raised surface with a leaf-shaped outline. */
export function Card({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`leaf surface bg-base-100 shadow-soft ${className}`} />
}
