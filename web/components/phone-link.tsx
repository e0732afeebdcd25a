import { phoneLink } from '#contract/clinic/clinic-details.ts'

/** A number that a phone dials. */
export function PhoneLink({ phone, className = '' }: { phone: string; className?: string }) {
  return (
    <a href={phoneLink(phone)} className={`underline underline-offset-4 ${className}`}>
      {phone}
    </a>
  )
}
