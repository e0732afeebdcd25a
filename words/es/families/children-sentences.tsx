import type { ReactNode } from 'react'

export const bornOn = (name: ReactNode, day: string) => (
  <>
    {name}, fecha de nacimiento: {day}
  </>
)
export const nextVisit = (moment: ReactNode) => <>Próxima visita: {moment}</>
export const withDoctor = (treatment: ReactNode, doctor: string) => (
  <>
    {treatment} con {doctor}
  </>
)
export const isAdult = (name: ReactNode) => (
  <>{name} es mayor de edad y reserva con su propia cuenta.</>
)
