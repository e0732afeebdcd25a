import type { ReactNode } from 'react'

export const severalFor = (name: ReactNode) => (
  <>
    Varias citas para {name}, reservadas juntas. Cada una se puede cambiar, cancelar y pagar por
    separado.
  </>
)
export const withOnAllDates = (doctor: ReactNode) => <>Con {doctor} en todas las fechas.</>
export const withOnSomeDates = (doctor: ReactNode, some: number, all: number) => (
  <>
    Con {doctor} en {some} de {all} fechas.
  </>
)
export const withOnDates = (doctor: ReactNode, dates: string) => (
  <>
    Con {doctor} en estas fechas: {dates}.
  </>
)
