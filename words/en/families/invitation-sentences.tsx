import type { ReactNode } from 'react'

export const acceptUntil = (day: ReactNode) => <>You can accept until {day}.</>
export const bookFor = (name: ReactNode) => <>Book for {name}</>
