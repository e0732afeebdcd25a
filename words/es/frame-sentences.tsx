import type { ReactNode } from 'react'

export const callWithQuestions = (phone: ReactNode) => <>¿Preguntas? Llame al {phone}</>
export const needsJavaScript = (phone: ReactNode) => (
  <>Esta página necesita JavaScript. También puede llamarnos al {phone}</>
)
