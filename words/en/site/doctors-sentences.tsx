import type { ReactNode } from 'react'

export const listedSoon = (phone: ReactNode) => (
  <>Our doctors will be listed here soon. Until then, call us at {phone}.</>
)
