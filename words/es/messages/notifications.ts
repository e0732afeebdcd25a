export const linkIncomplete = 'Este enlace está incompleto'
export const linkInvalid = 'Este enlace no es válido'
export const chooseLanguageFromList = 'Elija un idioma de la lista'
