import type { ReactNode } from 'react'

export const callToBook = (phone: ReactNode) => <>To book, call us at {phone}.</>
