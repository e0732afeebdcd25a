import { days } from '../units.ts'

export const guardiansOf = (name: string) => ({
  loading: `Cargando la lista de tutores de ${name}`,
  failed: `No pudimos cargar la lista de tutores de ${name}`,
})
export const toLeave = 'Para salir de la lista, primero nombre a otro tutor como responsable.'
export const change = 'Cambiar'
export const changeYourRights = (child: string) => `Cambiar lo que usted puede hacer por ${child}`
export const changeRightsOf = (name: string, child: string) =>
  `Cambiar lo que ${name} puede hacer por ${child}`
export const yourRights = 'Lo que usted puede hacer'
export const rightsOf = (name: string) => `Lo que ${name} puede hacer`
export const yourRightsAreSaved = 'Se guardaron sus permisos'
export const rightsAreSaved = (name: string) => `Se guardaron los permisos de ${name}`
export const owner = 'Responsable'
export const ownerHint = (child: string) =>
  `Puede cambiar los datos y los tutores de ${child}, y siempre puede reservar y pagar.`
export const leave = 'Salir'
export const leaveChild = (child: string) => `Salir de la lista de tutores de ${child}`
export const removeFrom = (name: string, child: string) =>
  `Quitar a ${name} de la lista de tutores de ${child}`
export const leaveGuardiansOf = (child: string) => `¿Salir de la lista de tutores de ${child}?`
export const removeGuardian = (name: string) => `¿Quitar a ${name}?`
export const ifYouLeave = (child: string) =>
  `Usted ya no verá a ${child} ni sus citas, y no podrá reservarlas, pagarlas ni recibir correos sobre ellas. Lo que usted reservó se mantiene. Un tutor responsable puede volver a invitarle.`
export const ifRemoved = (name: string, child: string) =>
  `${name} ya no verá a ${child} ni sus citas, y no podrá reservarlas, pagarlas ni recibir correos sobre ellas. Las citas que ${name} reservó se mantienen.`
export const youNoLongerLookAfter = (child: string) =>
  `Usted ya no está en la lista de tutores de ${child}`
export const noLongerLooksAfter = (name: string, child: string) =>
  `${name} ya no está en la lista de tutores de ${child}`
export const withdraw = 'Retirar'
export const withdrawInvitation = (email: string) => `Retirar la invitación a ${email}`
export const invitationIsWithdrawn = (email: string) => `Se retiró la invitación a ${email}`
export const whatTheyMayDo = 'Lo que podrá hacer'
export const whatGuardiansSee =
  'Cada tutor ve el nombre, la fecha de nacimiento y las citas del niño, pero no la dirección, el teléfono, la tarjeta ni los recibos de otro tutor.'
export const theirEmail = 'Correo electrónico del tutor'
export const theirEmailHint = (n: number) =>
  `Para aceptar, esa persona tiene ${days(n)} y necesita una cuenta con este correo.`
export const children = 'Niños'
export const sameChild =
  'Si esa persona ya agregó al mismo niño, los dos registros se unen en uno y ustedes dos quedan como responsables.'
export const sendInvitation = 'Enviar la invitación'
export const sentInvitation = (email: string) => `Enviamos una invitación a ${email}`
