import type { ReactNode } from 'react'

export const emailCameBack = (phone: ReactNode) => (
  <>
    An email to this address came back, so we’ve stopped sending. Change your email here, or call us
    at {phone}.
  </>
)
