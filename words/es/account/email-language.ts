export const languageOfEmails = 'Idioma de los correos'
export const receiptsToo = 'Sus recibos también estarán en este idioma.'
