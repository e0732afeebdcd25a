import type { ReactNode } from 'react'

export const emailCameBack = (phone: ReactNode) => (
  <>
    Un correo a esta dirección nos fue devuelto, así que dejamos de enviarle correos. Cambie su
    correo aquí o llámenos al {phone}.
  </>
)
