import type { ReactNode } from 'react'

export const treatmentFor = (treatment: ReactNode, patient: ReactNode) => (
  <>
    {treatment} for {patient}
  </>
)
export const forPatient = (patient: ReactNode) => <>for {patient}</>
export const withDoctor = (doctor: ReactNode) => <>with {doctor}</>
