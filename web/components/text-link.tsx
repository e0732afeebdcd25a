import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

/** A link in text, high enough for a finger. */
export function TextLink({ className = '', ...link }: LinkProps) {
  return (
    <Link
      {...link}
      className={`inline-flex min-h-11 items-center font-bold underline underline-offset-4 ${className}`}
    />
  )
}

/** A button in text, which looks like a link. */
export function TextButton({ className = '', ...button }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      className={`min-h-11 cursor-pointer font-bold underline underline-offset-4 ${className}`}
    />
  )
}
