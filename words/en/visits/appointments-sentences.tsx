import type { ReactNode } from 'react'

export const showAllOf = (n: number, patient: ReactNode) => (
  <>
    Show all {n} of {patient}
  </>
)
