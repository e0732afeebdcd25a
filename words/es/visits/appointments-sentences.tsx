import type { ReactNode } from 'react'

export const showAllOf = (n: number, patient: ReactNode) => (
  <>
    Mostrar las {n} citas de {patient}
  </>
)
