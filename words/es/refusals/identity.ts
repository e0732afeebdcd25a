export const invalidEmail = 'Escriba un correo electrónico válido'
export const otherEmail = 'Ese no es el correo electrónico con el que inició sesión.'
export const emailTaken =
  'Este correo electrónico está vinculado a otra cuenta. Por favor, llámenos y lo resolveremos.'
export const noSession = 'Usted no tiene esa sesión.'
export const onlyOwnAccount = 'Usted solo puede consultar su propia cuenta.'
