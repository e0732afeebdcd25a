import type { ReactNode } from 'react'

export const listedSoon = (phone: ReactNode) => (
  <>Pronto encontrará aquí a nuestros médicos. Mientras tanto, llámenos al {phone}.</>
)
