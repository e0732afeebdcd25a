import type { ReactNode } from 'react'

export const holdingTime = (until: ReactNode) => (
  <>We’re holding this time for you until {until}. After that, other families can have it.</>
)
export const holdingTimes = (until: ReactNode) => (
  <>We’re holding these times for you until {until}. After that, other families can have them.</>
)
export const holdingOrCancel = (until: ReactNode) => (
  <>
    We’re holding this time for you until {until}. If you don’t answer by then, we’ll cancel your
    appointment and refund everything that was paid.
  </>
)
export const answerByOrCancel = (answerBy: ReactNode, until: string) => (
  <>
    We’re holding this time for you: please answer by {answerBy}. If you don’t, we’ll try to call
    you. Without an answer by {until}, we’ll cancel your appointment and refund everything that was
    paid.
  </>
)
