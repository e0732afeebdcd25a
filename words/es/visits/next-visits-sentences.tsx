import type { ReactNode } from 'react'

export const callToBook = (phone: ReactNode) => <>Para reservar, llámenos al {phone}.</>
