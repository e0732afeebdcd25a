import type { ReactNode } from 'react'

export const nextFree = (
  { time, treatment }: { time: string; treatment: string },
  forScreenReaders: (text: ReactNode) => ReactNode,
) => (
  <>
    Next free: {time} {forScreenReaders(<>for {treatment}</>)}
  </>
)
