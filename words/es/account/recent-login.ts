export const title = 'Confirme que es usted'
export const aWhileAgo = 'Inició sesión hace un rato.'
export const beforeEmailChange = 'Inicie sesión de nuevo antes de cambiar su correo electrónico.'
export const beforeTwoStepChange =
  'Inicie sesión de nuevo antes de cambiar la verificación en dos pasos.'
export const logInAgain = 'Iniciar sesión de nuevo'
export const goOn = 'Continuar'
export const notLoggedIn = 'No inició sesión de nuevo, así que no se cambió nada.'
