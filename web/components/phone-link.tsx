import { phoneLink } from '#contract/clinic/clinic-details.ts'
import type { ShownPhone } from '#contract/phone.ts'

/** A phone number as a link; plain text if it cannot be dialed. */
export function PhoneLink({ of, className = '' }: { of: ShownPhone; className?: string }) {
  const link = phoneLink(of)
  if (link === undefined) return <span className={className}>{of.phone}</span>
  return (
    <a href={link} className={`underline underline-offset-4 ${className}`}>
      {of.phone}
    </a>
  )
}
