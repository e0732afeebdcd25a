import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../components/button.tsx'

interface PageLinksProps {
  /** Counted from 1. */
  page: number
  pages: number
  /** The address of a page. */
  linkTo: (page: number) => string
}

/** The ways to the page before and the page after; nothing where there is only one. */
export function PageLinks({ page, pages, linkTo }: PageLinksProps) {
  if (pages < 2) return null
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-between gap-2">
      <Way to={page > 1 ? linkTo(page - 1) : null}>
        <ArrowLeft aria-hidden="true" size={18} /> Previous
      </Way>
      <p aria-current="page" className="font-bold">
        Page {page} of {pages}
      </p>
      <Way to={page < pages ? linkTo(page + 1) : null}>
        Next <ArrowRight aria-hidden="true" size={18} />
      </Way>
    </nav>
  )
}

/** Keeps its place where there is nowhere to go. */
function Way({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return <span className="button invisible px-4">{children}</span>
  return (
    <ButtonLink to={to} look="secondary" className="px-4">
      {children}
    </ButtonLink>
  )
}
