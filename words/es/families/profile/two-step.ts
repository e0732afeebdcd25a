export const title = 'Verificación en dos pasos'
export const explanation =
  'Después de su contraseña, le pediremos un código que enviamos por mensaje de texto a su teléfono. Así, una contraseña robada no basta para entrar.'
export const didNotLoad = 'No pudimos cargar su verificación en dos pasos'
export const loading = 'Cargando la verificación en dos pasos'
export const addPhone = 'Agregar un teléfono'
export const noPhoneYet = 'Aún no ha agregado un teléfono.'
export const isOn = 'La verificación en dos pasos está activada'
export const phone = 'Teléfono'
export const phoneHint = 'Empiece con + y el código del país. Debe poder recibir mensajes de texto.'
export const phoneHintInNorthAmerica =
  'Fuera de Norteamérica, empiece con + y el código del país. Debe poder recibir mensajes de texto.'
export const sendCode = 'Enviar un código'
export const phoneEndingIn = (digits: string) => `Teléfono que termina en ${digits}`
export const removePhoneEndingIn = (digits: string) => `Quitar el teléfono que termina en ${digits}`
export const askToRemove = '¿Quitar este teléfono?'
export const ifRemoved = (digits: string) =>
  `Ya no necesitará un código del teléfono que termina en ${digits} para iniciar sesión.`
export const phoneRemoved = 'Se quitó el teléfono'
