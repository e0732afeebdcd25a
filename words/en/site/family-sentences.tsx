import type { ReactNode } from 'react'

interface Visit {
  treatment: ReactNode
  child: ReactNode
}

export const visitToBook = ({ treatment, child }: Visit) => (
  <>
    Time to book: {treatment} for {child}
  </>
)
export const treatmentFor = ({ treatment, child }: Visit) => (
  <>
    {treatment} for {child}
  </>
)
