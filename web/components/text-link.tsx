import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

interface TextLinkProps extends LinkProps {
  /** quiet: beside more important links. */
  look?: keyof typeof LOOKS
}

const LOOKS = {
  plain: 'font-bold underline underline-offset-4',
  quiet: 'font-bold underline decoration-line underline-offset-4 hover:text-primary',
} as const

/** A link within a sentence. */
export function InlineLink({ className = '', look = 'plain', ...link }: TextLinkProps) {
  return <Link {...link} className={`${LOOKS[look]} ${className}`} />
}

/** A link on its own line, with a finger-sized target. */
export function TextLink({ className = '', ...link }: TextLinkProps) {
  return <InlineLink {...link} className={`inline-flex min-h-11 items-center ${className}`} />
}

/** A link in a row of a dense table. */
export function RowLink({ className = '', ...link }: TextLinkProps) {
  return <InlineLink {...link} className={`inline-flex min-h-6 items-center ${className}`} />
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
