import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../components/button.tsx'

export interface PageLinksProps {
  /** Counted from 1. */
  page: number
  pages: number
  /** The address of a page. */
  linkTo: (page: number) => string
  /** Called when another page is chosen, before it is there. */
  onTurn: () => void
}

/** The ways to the page before and the page after; nothing where there is only one. */
export function PageLinks({ page, pages, linkTo, onTurn }: PageLinksProps) {
  if (pages < 2) return null
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-between gap-2">
      <Way to={page > 1 ? linkTo(page - 1) : null} onTurn={onTurn}>
        <ArrowLeft aria-hidden="true" size={18} /> Previous
      </Way>
      <p aria-current="page" className="font-bold">
        Page {page} of {pages}
      </p>
      <Way to={page < pages ? linkTo(page + 1) : null} onTurn={onTurn}>
        Next <ArrowRight aria-hidden="true" size={18} />
      </Way>
    </nav>
  )
}

interface WayProps extends Pick<PageLinksProps, 'onTurn'> {
  to: string | null
  children: ReactNode
}

/** Keeps its place where there is nowhere to go. */
function Way({ to, onTurn, children }: WayProps) {
  if (to === null) return <span className="button invisible px-4">{children}</span>
  return (
    <ButtonLink to={to} look="secondary" onClick={onTurn} className="px-4">
      {children}
    </ButtonLink>
  )
}
