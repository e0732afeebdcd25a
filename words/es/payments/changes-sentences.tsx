import type { ReactNode } from 'react'

export const canCall = (phone: ReactNode) => <>Puede llamar al {phone}.</>
export const pleaseCall = (phone: ReactNode) => <>Llame al {phone}.</>
