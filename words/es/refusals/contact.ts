export const tooMany =
  'Recibimos muchos mensajes en poco tiempo y ahora no podemos aceptar otro. Por favor, llame al {phone}.'
export const noEmail = 'Este sitio no envía mensajes. Por favor, llame al {phone}.'
export const changed = 'Este formulario ya se envió con otro texto. Por favor, envíelo de nuevo.'
