import type { ReactNode } from 'react'

type Link = (text: string, newTab: string) => ReactNode

export const lostPhone = (clinicPhone: ReactNode) => (
  <>
    ¿Perdió este teléfono? Llámenos al {clinicPhone}. Cuando confirmemos que es usted, podremos
    desactivar la verificación en dos pasos.
  </>
)

export const emailIsInMailbox = (link: Link) => (
  <>Entorno de prueba: el correo está en el {link('buzón', '(se abre en otra pestaña)')}.</>
)
export const codeIsInMailbox = (link: Link) => (
  <>Entorno de prueba: el código está en el {link('buzón', '(se abre en otra pestaña)')}.</>
)

export const emailSentTo = (email: ReactNode) => (
  <>Enviamos un correo a {email}. Haga clic en el enlace que contiene y luego vuelva aquí.</>
)
