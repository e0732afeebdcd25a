import type { ReactNode } from 'react'

export const emailCameBack = (phone: ReactNode) => (
  <>
    Un correo que enviamos a esta dirección fue devuelto, así que dejamos de escribirle. Cambie su
    correo aquí o llámenos al {phone}.
  </>
)
