import type { ReactNode } from 'react'

export const canCall = (phone: ReactNode) => <>You can call {phone}.</>
export const pleaseCall = (phone: ReactNode) => <>Please call {phone}.</>
