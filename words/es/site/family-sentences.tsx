import type { ReactNode } from 'react'

interface Visit {
  treatment: ReactNode
  child: ReactNode
}

export const visitToBook = ({ treatment, child }: Visit) => (
  <>
    Es hora de reservar: {treatment} para {child}
  </>
)
export const treatmentFor = ({ treatment, child }: Visit) => (
  <>
    {treatment} para {child}
  </>
)
