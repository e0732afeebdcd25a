import type { ReactNode } from 'react'

export const heldUntil = (time: ReactNode, until: string) => (
  <>
    Le guardamos el horario del {time}, hasta {until}.
  </>
)
export const heldAnswerBy = (time: ReactNode, until: string) => (
  <>
    Le guardamos el horario del {time}: responda, por favor, a más tardar a {until}.
  </>
)
