import type { ReactNode } from 'react'

export const deskHasBooked = (family: ReactNode) => (
  <>
    Our front desk has booked for {family} with your email address. Confirm to see everything in
    your account.
  </>
)
