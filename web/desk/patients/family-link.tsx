import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { familyPage } from '#web/both/appointments/booked-family.ts'

interface FamilyLinkProps {
  /** Null once it is removed: then there is no link. */
  family: string | null
  className?: string
  children: ReactNode
}

/** Links to the page of a patient's family. */
export function FamilyLink({ family, className, children }: FamilyLinkProps) {
  if (family === null) return children
  return (
    <Link to={familyPage({ id: family })} className={className}>
      {children}
    </Link>
  )
}
