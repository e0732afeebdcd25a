import type { ReactNode } from 'react'

export const transactionId = (id: ReactNode) => <>Transaction ID: {id}</>
export const forPatient = (name: ReactNode) => <>For {name}</>
export const timeForChild = (time: ReactNode, name: ReactNode) => (
  <>
    {time}, for {name}
  </>
)
