import { plural } from '../units.ts'

export const yourFamily = 'Su familia'
export const yourFamilyAt = (clinic: string) => `Su familia en ${clinic}`
export const welcome = (clinic: string) =>
  `${clinic} tiene un sitio web nuevo. Sus niños y sus próximas citas ya están aquí.`
export const whatHappensNext = 'Los próximos pasos'
export const stepAccount = 'Cree una cuenta o inicie sesión en la suya.'
export const stepBirthDate = 'Escriba la fecha de nacimiento de uno de sus niños.'
export const stepSee = 'Vea sus citas y reserve en línea a cualquier hora.'

export const tooManyWrongDates = 'Demasiadas fechas de nacimiento incorrectas'
export const linkExpired = 'Este enlace venció'
export const newerLink = 'Hay un enlace más reciente'
export const linkDoesNotWork = 'Este enlace no funciona'
export const familyNotAdded = 'No pudimos agregar a su familia'
export const linkUsed = 'Este enlace ya se usó'
export const inOtherAccount =
  'La familia está en otra cuenta, no en la cuenta con la que inició sesión.'
export const logInIfItWasYou = 'Si fue usted, inicie sesión para ver sus citas.'
export const goToAppointments = 'Ir a mis citas'
export const logInWithOther = 'Iniciar sesión con otra cuenta'

export const confirmEmailFirst = 'Confirme primero su correo electrónico'
export const emailSentTo = (email: string) =>
  `Le enviamos un correo a ${email} cuando creó su cuenta. Haga clic en el enlace que contiene y luego vuelva aquí.`

export const findFamily = 'Encuentre a su familia'
export const enterBirthDate =
  'Escriba la fecha de nacimiento de uno de sus niños, para saber que el enlace llegó a la familia correcta.'
export const birthDate = 'Fecha de nacimiento'
export const tries = (n: number) =>
  plural(n, { one: 'Le queda un intento.', other: 'Tiene # intentos.' })
export const confirm = 'Confirmar'
export const useOtherAccount = 'Usar otra cuenta'

export const familyAdded = 'Su familia está en su cuenta'
export const canNowBookFor = (names: string) => `Ahora puede ver y reservar las citas de ${names}.`
export const comingAppointments = 'Próximas citas'
export const noAppointments = 'No hay ninguna cita reservada.'

export const invite = (name: string) => `Invitar a ${name}`
export const inviteQuestion = (name: string) => `¿Invitar a ${name}?`
export const guardianCan =
  'Esa persona podrá ver y reservar citas para los mismos niños, pagarlas y recibir correos sobre ellas.'
export const guardianEmail = 'Correo electrónico de esa persona'
export const acceptWithin = (days: number) =>
  plural(days, {
    one: 'Para aceptar, esa persona tiene # día y necesita una cuenta con este correo.',
    other: 'Para aceptar, esa persona tiene # días y necesita una cuenta con este correo.',
  })
export const sendInvitation = 'Enviar invitación'
export const notNow = 'Ahora no'
export const invitationSent = (email: string, page: string) =>
  `Enviamos una invitación a ${email}. Cuando esa persona la acepte, usted podrá cambiar sus permisos en «${page}».`
