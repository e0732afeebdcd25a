import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { familyPage } from '#web/both/appointments/booked-family.ts'

interface FamilyLinkProps {
  /** Null once it is gone: then nothing is a link. */
  family: string | null
  className?: string
  children: ReactNode
}

/** Leads to the page of a patient's family. */
export function FamilyLink({ family, className, children }: FamilyLinkProps) {
  if (family === null) return children
  return (
    <Link to={familyPage({ id: family })} className={className}>
      {children}
    </Link>
  )
}
