import type { ReactNode } from 'react'

export const heldUntil = (time: ReactNode, until: string) => (
  <>
    We hold {time} for you until {until}.
  </>
)
export const heldAnswerBy = (time: ReactNode, until: string) => (
  <>
    We hold {time} for you: please answer by {until}.
  </>
)
