import type { ReactNode } from 'react'

export const bookedBy = (name: ReactNode) => <>Reservadas por {name}</>
export const forChildBookedBy = (child: ReactNode, name: ReactNode) => (
  <>
    Para {child}. Reservadas por {name}
  </>
)
