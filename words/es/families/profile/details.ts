export const yourDetails = 'Sus datos'
export const photo = 'Foto'
export const photoHint =
  'JPEG, PNG, WebP o AVIF, de hasta 5 MB. La recortaremos en forma de cuadrado.'
export const name = 'Nombre'
export const tellYourName = 'Díganos su nombre antes de continuar.'
export const email = 'Correo electrónico'
export const emailHint = 'Lo usa para iniciar sesión. Puede cambiarlo en la sección «Correos».'
export const profileSaved = 'Perfil guardado'
export const notSynced =
  'Su cambio se guardó, pero aún no llega a nuestro servidor. Vuelva a guardarlo en un momento.'
export const noUser = 'No ha iniciado sesión'
export const logInAgain = 'Iniciar sesión de nuevo'
