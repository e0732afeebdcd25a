import type { ReactNode } from 'react'
import { appointments } from '../units.ts'

export const totalOf = (n: number, price: ReactNode, muted: (text: string) => ReactNode) => (
  <>
    Total: {price}
    {muted(` por ${appointments(n)}`)}
  </>
)
