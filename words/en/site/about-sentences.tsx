import type { ReactNode } from 'react'

export const notForEmergencies = (phone: ReactNode) => <>Not for emergencies: call {phone}</>
