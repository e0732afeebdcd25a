import type { ReactNode } from 'react'

export const bookedBy = (name: ReactNode) => <>Booked by {name}</>
export const forChildBookedBy = (child: ReactNode, name: ReactNode) => (
  <>
    For {child}. Booked by {name}
  </>
)
