import type { ReactNode } from 'react'

interface PlaceholderLinkProps {
  children: ReactNode
  className?: string
}

// An anchor without `href` is HTML's placeholder link; these tell assistive technology the same.
const WITHOUT_TARGET = { role: 'link', 'aria-disabled': true } as const

/**
 * A link whose target does not exist yet (docs/requirements.md#home-page). It cannot be
 * followed, so it neither reloads the page nor jumps to its top, even before the scripts have
 * come; it is announced as a link that is not available.
 */
export function PlaceholderLink({ children, className }: PlaceholderLinkProps) {
  return (
    <a {...WITHOUT_TARGET} className={className}>
      {children}
    </a>
  )
}
