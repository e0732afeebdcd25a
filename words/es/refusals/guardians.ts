export const notBorn = 'La fecha de nacimiento no puede estar en el futuro.'
export const adults = 'A partir de los {adult} años, los pacientes reservan con su propia cuenta.'
export const sameInOtherList =
  'Otro tutor tiene en su lista a un niño con este nombre y esta fecha de nacimiento.'
export const fullList = 'Puede tener hasta {most} niños en su lista. Primero archive a uno.'
export const onlyOwners = 'Solo un tutor responsable de este niño puede hacer esto.'
export const sameInList = 'Usted ya tiene un niño con este nombre y esta fecha de nacimiento.'
export const sameInArchive = 'Este niño está en su archivo. En vez de agregarlo, recupérelo.'
export const hasAppointments = 'Este niño tiene una próxima cita. Cancélela primero.'
export const adult = '{child} tiene {adult} años o más, y debe reservar con su propia cuenta.'
export const tooManyGuardians =
  '{child} puede tener hasta {most} tutores, contando las invitaciones pendientes.'
export const unverifiedInviter =
  'Confirme su propio correo electrónico antes de invitar a un tutor.'
export const archived = '{child} está en su archivo. Primero use «Recuperar».'
export const yourself = 'Este es su propio correo electrónico.'
export const alreadyGuardian = 'Esta persona ya está en la lista de tutores.'
export const tooManyInvitations =
  'Puede tener hasta {most} invitaciones pendientes, y enviar el mismo número por día. Retire una, o intente de nuevo mañana.'
export const noInvitation = 'No encontramos esa invitación.'
export const otherAddress =
  'Esta invitación se envió a otro correo electrónico. Inicie sesión con ese correo.'
export const unverified =
  'Primero confirme su correo electrónico. Después podrá aceptar la invitación.'
export const notAgreed =
  '{child} ya está en su lista. Vuelva a cargar esta página para unir los dos registros.'
export const sameChild =
  '{child} ya está en su lista, con otros tutores. Primero quite ese registro de «Mis niños».'
export const conflict =
  'Usted y otro tutor reservaron la misma cita para {child}, o dos a la misma hora. Primero cancele la suya, o quite su propio registro de «Mis niños».'
export const alreadyAccepted =
  'Esta invitación ya fue aceptada. En vez de retirarla, quite al tutor.'
export const noGuardian = 'No encontramos a ese tutor.'
export const lastOwner =
  'Cada niño necesita un tutor responsable. Primero nombre a otro tutor como responsable.'
export const onlyGuardian = 'No hay otro tutor. En vez de eso, quite al niño de su lista.'
