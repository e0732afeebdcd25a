import type { ReactNode } from 'react'

export const confirmEmailFirst = (email: ReactNode) => (
  <>Primero confirme su correo. Enviaremos un enlace a {email}.</>
)
export const addedOn = (day: ReactNode) => <>Agregado el {day}</>
