import type { ReactNode } from 'react'

export const confirmEmailFirst = (email: ReactNode) => (
  <>First, confirm your email. We’ll send a link to {email}.</>
)
export const addedOn = (day: ReactNode) => <>Added on {day}</>
