export const tooManyPages = 'Hay demasiadas páginas abiertas a la vez desde su red.'
