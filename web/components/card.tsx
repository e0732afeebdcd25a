import type { ComponentProps } from 'react'

/** A raised surface with a leaf-shaped outline. */
export function Card({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`leaf surface bg-base-100 shadow-soft ${className}`} />
}

/** Rows on a card, with a line between them. */
export function DividedList(list: ComponentProps<'ul'>) {
  return (
    <ul {...list} className="leaf mt-3 divide-y divide-base-300 bg-base-100 px-4 shadow-soft" />
  )
}
