export const ourNewWebsite = 'Nuestro nuevo sitio web'
export const newWebsite = (clinic: string) =>
  `${clinic} tiene un nuevo sitio web. Sus niños y sus próximas citas ya están en él. Con una cuenta puede verlos, reservar en línea a cualquier hora y recibir recordatorios por correo electrónico.`
export const scanCode =
  'Escanee el código con su teléfono o escriba la dirección que aparece debajo.'
export const createAccount = 'Cree una cuenta o inicie sesión en la suya.'
export const enterBirthDate = 'Escriba la fecha de nacimiento de uno de sus niños.'
export const qrCode = 'Código QR de la dirección de abajo'
export const worksUntil = (day: string) =>
  `El enlace funciona una sola vez, hasta el ${day}. Es solo para su familia: por favor, no comparta esta carta con nadie.`
export const timeToBook = 'Es hora de reservar una visita'
export const callUs = (phone: string) => `¿Tiene preguntas? Llámenos al ${phone}.`
export const yourTeam = (clinic: string) => `Su equipo de ${clinic}`
