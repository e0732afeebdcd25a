import type { ReactNode } from 'react'

export const heldUntil = (time: ReactNode, until: string) => (
  <>
    Le guardamos el horario del {time} hasta el {until}.
  </>
)
export const heldAnswerBy = (time: ReactNode, until: string) => (
  <>
    Le guardamos el horario del {time}. Responda, por favor, a más tardar el {until}.
  </>
)
