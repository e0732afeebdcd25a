import type { ReactNode } from 'react'

export const acceptUntil = (day: ReactNode) => <>Puede aceptar hasta el {day}.</>
export const bookFor = (name: ReactNode) => <>Reservar para {name}</>
