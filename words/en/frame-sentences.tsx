import type { ReactNode } from 'react'

export const callWithQuestions = (phone: ReactNode) => <>Questions? Call {phone}</>
export const needsJavaScript = (phone: ReactNode) => (
  <>This page needs JavaScript. You can also call us: {phone}</>
)
