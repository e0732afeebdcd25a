import type { ReactNode } from 'react'

export const thisDevice = (device: string, quiet: (text: string) => ReactNode) => (
  <>
    {device}
    {quiet(' (este dispositivo)')}
  </>
)
export const loggedInAndActive = (login: ReactNode, use: ReactNode) => (
  <>
    Inicio de sesión: {login}; última actividad: {use}
  </>
)
export const ended = (at: ReactNode, reason: string) => (
  <>
    Sesión terminada: {at} · {reason}
  </>
)
