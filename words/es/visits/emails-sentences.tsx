import type { ReactNode } from 'react'

export const comeBack = (
  address: ReactNode,
  link: (text: string) => ReactNode,
  phone: ReactNode,
) => (
  <>
    Los correos que enviamos a {address} son devueltos, por lo que usted no recibe confirmaciones ni
    recordatorios. {link('Cambie su correo electrónico')} o llámenos al {phone}.
  </>
)
export const untilConfirmed = (address: ReactNode) => (
  <>No recibirá confirmaciones ni recordatorios hasta que confirme {address}.</>
)
export const emailedDetails = (address: ReactNode) => (
  <>Enviamos los detalles por correo electrónico a {address}.</>
)
export const emailedReceiptLink = (address: ReactNode) => (
  <>Enviamos un enlace al recibo por correo electrónico a {address}.</>
)
export const onceConfirmed = (address: ReactNode) => (
  <>Le escribiremos a {address} cuando confirme ese correo.</>
)
