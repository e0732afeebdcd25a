export const newWebsite = 'Su clínica tiene un nuevo sitio web'
export const bookOnline = 'Vea y reserve las citas de su familia en línea.'
export const hasNewWebsite = (clinic: string) =>
  `${clinic} tiene un nuevo sitio web, donde puede ver y reservar las citas de su familia.`
export const recordsAreReady =
  'Los expedientes de su familia están listos. Inicie sesión o cree una cuenta, escriba la fecha de nacimiento de uno de sus niños, y los expedientes estarán en su cuenta.'
export const findFamily = 'Encontrar a su familia'
export const linkIsYours = 'El enlace es solo para su familia: por favor, no lo comparta.'
export const whyPatient = 'Recibe este correo porque su familia se atiende en la clínica.'

export const emailChanged = 'Se cambió su correo electrónico'
export const deskChangedEmail = 'Nuestra recepción cambió el correo electrónico para sus citas.'
export const toOldAddress =
  'Nuestra recepción cambió el correo electrónico para sus citas. Ya no enviaremos correos a esta dirección.'
export const toNewAddress =
  'Nuestra recepción cambió el correo electrónico para sus citas. De ahora en adelante, le escribiremos sobre ellas a esta dirección.'
export const ifNotAsked = (phone: string) => `Si usted no lo pidió, llámenos al ${phone}.`
export const whyDeskHasAddress =
  'Recibe este correo porque nuestra recepción tiene o tenía este correo electrónico.'

export const areTheseYours = '¿Son suyas estas citas?'
export const confirmToSee = 'Confírmelo para verlas en su cuenta.'
export const bookedWithYourAddress =
  'Nuestra recepción tiene citas que se reservaron con su correo electrónico. Confirme en su cuenta que son suyas para verlas ahí.'
export const bookedFor = 'Reservadas para'
export const checkAndConfirm = 'Revisar y confirmar'
export const ifNotYours = (phone: string) =>
  `Si no son suyas, indíquelo ahí o llámenos al ${phone}.`

export const removedAsGuardian = 'Usted ya no está en la lista de tutores'
export const rightsChanged = 'Cambiaron sus permisos de tutor'
export const rightsChangedHeading = 'Cambiaron sus permisos'
export const guardianMadeChange = 'Otro tutor hizo este cambio.'
export const guardianRemovedYou =
  'Usted ya no está en la lista de tutores de este niño o niña. El cambio lo hizo otro tutor.'
export const stillSeePaid =
  'Todavía puede ver las citas que pagó, y cancelarlas en línea hasta poco antes de que empiecen.'
export const guardianChangedRights =
  'Otro tutor cambió lo que usted puede hacer por este niño o niña.'
export const child = 'Niño o niña'
export const noLongerYours = 'Lo que ya no puede hacer'
export const rights = {
  owner: 'Administrar los datos y los tutores',
  mayBook: 'Reservar, cambiar y cancelar citas',
  mayPay: 'Pagar lo que reservaron otros tutores',
  receivesEmail: 'Recibir correos sobre las citas',
}
export const whyWasGuardian =
  'Recibe este correo porque usted estaba en la lista de tutores de este niño o niña.'

export const invitedTo = (clinic: string) => `Tiene una invitación a ${clinic}`
export const manageChildTogether = 'Administren juntos las citas de un niño o una niña.'
export const manageTogether = 'Administren las citas juntos'
export const inviterInvites = (inviter: string, clinic: string) =>
  `La persona con el correo ${inviter} le invita a administrar las citas de un niño o una niña en ${clinic}.`
export const howToAccept =
  'Inicie sesión o cree una cuenta con el correo electrónico al que le llegó este mensaje y luego acepte la invitación.'
export const viewInvitation = 'Ver la invitación'
export const ifUnknown =
  'Si no conoce a esta persona, ignore este correo: no pasa nada hasta que usted acepte.'
export const whyInvited =
  'Recibe este correo porque una familia de la clínica escribió su correo electrónico.'

export const twoStepTurnedOff = 'Se desactivó la verificación en dos pasos'
export const passwordIsEnough = 'Ahora basta con su contraseña para iniciar sesión.'
export const twoStepIsOff = 'La verificación en dos pasos está desactivada'
export const whyTurnedOff =
  'Desactivamos la verificación en dos pasos de su cuenta porque nos dijo que no puede recibir códigos en su teléfono. Ahora basta con su contraseña para iniciar sesión, y se cerró su sesión en todos los dispositivos.'
export const turnOnAgain = 'Para activarla de nuevo, agregue su teléfono en su perfil.'
export const goToProfile = 'Ir a su perfil'
export const ifNotAskedCallNow = (phone: string) =>
  `Si usted no lo pidió, llámenos de inmediato al ${phone}.`
