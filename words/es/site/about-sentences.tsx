import type { ReactNode } from 'react'

export const notForEmergencies = (phone: ReactNode) => (
  <>Este formulario no es para emergencias: llame al {phone}</>
)
