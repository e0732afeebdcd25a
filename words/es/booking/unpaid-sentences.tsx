import type { ReactNode } from 'react'
import { plural } from '../units.ts'

export const beforeYouBook = 'Antes de reservar'
export const choosePayments = 'Elegir qué pagar'
export const payNow = 'Pagar ahora'
export const sendEmailAgain = 'Enviar el correo de nuevo'
export const tooManyUnpaid = (n: number) =>
  plural(n, {
    one: 'Usted tiene # cita próxima sin pagar. Páguela antes de reservar otra.',
    other: 'Usted tiene # citas próximas sin pagar. Pague una de ellas antes de reservar otra.',
  })
export const moreOnceConfirmed = (address: ReactNode) => (
  <>Podrá tener más cuando confirme el correo {address}.</>
)
