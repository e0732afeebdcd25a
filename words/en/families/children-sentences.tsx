import type { ReactNode } from 'react'

export const bornOn = (name: ReactNode, day: string) => (
  <>
    {name}, born {day}
  </>
)
export const nextVisit = (moment: ReactNode) => <>Next visit: {moment}</>
export const withDoctor = (treatment: ReactNode, doctor: string) => (
  <>
    {treatment} with {doctor}
  </>
)
export const isAdult = (name: ReactNode) => (
  <>{name} is an adult, and books with an account of their own.</>
)
