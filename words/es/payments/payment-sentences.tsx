import type { ReactNode } from 'react'

export const transactionId = (id: ReactNode) => <>Número de transacción: {id}</>
export const forPatient = (name: ReactNode) => <>Para {name}</>
export const timeForChild = (time: ReactNode, name: ReactNode) => (
  <>
    {time}, para {name}
  </>
)
