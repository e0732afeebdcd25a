import type { ReactNode } from 'react'
import { myChildren } from '../frame.ts'

export const oncePerDayUnlessChildren = (link: (text: string) => ReactNode) => (
  <>
    You can book each treatment once a day. To book for several children, add them under{' '}
    {link(myChildren)}.
  </>
)
