import type { ReactNode } from 'react'

export const guardiansOf = (name: ReactNode) => <>Tutores de {name}</>
export const askOwners = (child: ReactNode, owners: string) => (
  <>
    Usted no puede reservar para {child}. Pida el permiso a {owners}.
  </>
)
export const you = (name: ReactNode) => <>{name} (usted)</>
export const expiredOn = (day: ReactNode, rights: string) => (
  <>
    La invitación venció el {day}. {rights}.
  </>
)
export const invitedUntil = (day: ReactNode, rights: string) => (
  <>
    Invitación enviada; se puede aceptar hasta el {day}. {rights}.
  </>
)
