import type { ReactNode } from 'react'

export const nextFree = (
  { time, treatment }: { time: string; treatment: string },
  forScreenReaders: (text: ReactNode) => ReactNode,
) => (
  <>
    Próximo horario: {time} {forScreenReaders(<>para {treatment}</>)}
  </>
)
