import type { ReactNode } from 'react'

export const deskHasBooked = (family: ReactNode) => (
  <>
    Nuestra recepción reservó citas para {family} con su correo electrónico. Confirme para ver todo
    en su cuenta.
  </>
)
