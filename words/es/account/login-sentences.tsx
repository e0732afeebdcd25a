import type { ReactNode } from 'react'

type Link = (text: string) => ReactNode

export const newHere = (clinic: string, signUp: Link) => (
  <>
    ¿Es su primera vez en {clinic}? {signUp('Cree una cuenta')}
  </>
)
export const haveAccount = (logIn: Link) => <>¿Ya tiene una cuenta? {logIn('Inicie sesión')}</>
export const resetLinkSentTo = (email: ReactNode) => (
  <>
    Si hay una cuenta con el correo {email}, ya le enviamos un enlace para restablecer la
    contraseña.
  </>
)
