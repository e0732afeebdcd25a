import type { ReactNode } from 'react'

export const forPatient = (name: ReactNode) => <>for {name}</>
export const withDoctor = (name: ReactNode) => <>with {name}</>
