import type { ReactNode } from 'react'

export const treatmentFor = (treatment: ReactNode, patient: ReactNode) => (
  <>
    {treatment} para {patient}
  </>
)
export const forPatient = (patient: ReactNode) => <>para {patient}</>
export const withDoctor = (doctor: ReactNode) => <>con {doctor}</>
