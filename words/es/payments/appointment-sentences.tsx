import type { ReactNode } from 'react'

export const forPatient = (name: ReactNode) => <>para {name}</>
export const withDoctor = (name: ReactNode) => <>con {name}</>
