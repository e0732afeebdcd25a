export const languageOfEmails = 'Idioma de los correos'
export const receiptsToo = 'Sus recibos también estarán en este idioma.'
export const notOfferedYet =
  'Los correos y los recibos estarán en inglés hasta que la clínica ofrezca este idioma.'
