import type { ReactNode } from 'react'

interface AsideProps {
  /** Who is signed in. */
  visitor: ReactNode
  /** Where they can go. */
  links: ReactNode
  /** The page. */
  children: ReactNode
}

/**
 * The dashboard's frame: who is signed in and where they can go, beside the page on wide screens
 * and above it on small ones.
 */
export function Aside({ visitor, links, children }: AsideProps) {
  return (
    <div className="shell grid gap-6 py-6 md:py-10 lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:gap-10">
      <aside aria-label="Your account" className="min-w-0 lg:sticky lg:top-26 lg:self-start">
        <div className="leaf grid gap-4 bg-base-100 p-4 shadow-soft lg:gap-6 lg:p-6">
          <div className="flex min-w-0 items-center gap-3 lg:grid lg:justify-items-center lg:text-center">
            {visitor}
          </div>
          {links}
        </div>
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
