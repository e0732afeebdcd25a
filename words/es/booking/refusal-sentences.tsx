import type { ReactNode } from 'react'
import { myChildren } from '../frame.ts'

export const oncePerDayUnlessChildren = (link: (text: string) => ReactNode) => (
  <>
    Puede reservar cada tratamiento una vez al día. Para reservar para varios niños, agréguelos en{' '}
    {link(myChildren)}.
  </>
)
