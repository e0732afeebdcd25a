export const title = 'Un paso más'
export const lead = 'Escriba el código que le enviamos por mensaje de texto para iniciar sesión.'
export const twoStepVerification = 'Verificación en dos pasos'
export const verificationCode = 'Código de verificación'
export const confirm = 'Confirmar'
export const sendNewCode = 'Enviar otro código'
export const cancel = 'Cancelar'
export const sendingTo = (phone: string) => `Enviando un código al ${phone}…`
export const notSentTo = (phone: string) => `No pudimos enviar un código al ${phone}.`
export const sentTo = (phone: string) => `Enviamos un código por mensaje de texto al ${phone}.`
export const sending = 'Enviando un código a su teléfono…'
export const notSent = 'No pudimos enviar un código a su teléfono.'
export const sent = 'Enviamos un código por mensaje de texto a su teléfono.'
