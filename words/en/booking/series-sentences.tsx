import type { ReactNode } from 'react'

export const severalFor = (name: ReactNode) => (
  <>
    Several appointments for {name}, booked together. Each can be moved, canceled and paid on its
    own.
  </>
)
export const withOnAllDates = (doctor: ReactNode) => <>With {doctor} on all dates.</>
export const withOnSomeDates = (doctor: ReactNode, some: number, all: number) => (
  <>
    With {doctor} on {some} of {all} dates.
  </>
)
export const withOnDates = (doctor: ReactNode, dates: string) => (
  <>
    With {doctor} on {dates}.
  </>
)
