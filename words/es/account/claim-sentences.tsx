import type { ReactNode } from 'react'

export const callForNewLetter = (phone: ReactNode) => (
  <>
    Para proteger a la familia, este enlace ya no funciona. Llámenos al {phone} para recibir otra
    carta.
  </>
)
export const callForNewLink = (phone: ReactNode) => <>Llámenos al {phone} para recibir otro.</>
export const useLatestLink = (phone: ReactNode) => (
  <>
    Use el enlace de nuestro correo o carta más reciente. Si no lo encuentra, llámenos al {phone}.
  </>
)
export const checkAddress = (phone: ReactNode) => (
  <>
    Es posible que esté incompleto: revise la dirección del enlace. Si eso no ayuda, llámenos al{' '}
    {phone}.
  </>
)
export const callWithQuestion = (phone: ReactNode) => (
  <>¿No es su familia o tiene alguna pregunta? Llámenos al {phone}.</>
)
export const callForHelp = (phone: ReactNode) => <>Si necesita ayuda, llámenos al {phone}.</>
export const askOtherGuardian = (phone: ReactNode) => (
  <>Si no fue usted, pídale al otro tutor que le invite o llámenos al {phone}.</>
)
export const noEmail = (resend: ReactNode) => <>¿No recibió el correo? {resend}</>
export const loggedInAs = (email: ReactNode) => <>Inició sesión como {email}.</>
export const treatmentFor = (treatment: ReactNode, child: ReactNode) => (
  <>
    {treatment} para {child}
  </>
)
