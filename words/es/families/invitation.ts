export const invitation = 'Invitación'
export const loading = 'Cargando su invitación'
export const didNotLoad = 'No pudimos cargar su invitación'
export const notFound = 'No encontramos esa invitación'
export const linkMayBeIncomplete =
  'Es posible que el enlace esté incompleto. Ábralo de nuevo desde el correo o pida otra invitación.'
export const hasExpired = 'Esta invitación venció'
export const askForNewOne = (inviter: string) => `Pida una nueva invitación a ${inviter}.`
export const wasWithdrawn = 'Esta invitación fue retirada'
export const ifThatIsMistake = (inviter: string) =>
  `Si cree que es un error, pida una nueva invitación a ${inviter}.`
export const alreadyTheirGuardian = 'Usted ya está en la lista de tutores de estos niños'
export const nothingLeft = 'No queda nada por aceptar.'
export const lookAfter = (names: string) => `Cuidar de ${names}`
export const invitesYou = (inviter: string, names: string) =>
  `${inviter} le invita a compartir el cuidado de ${names}.`
export const whatYouCanDo = 'Lo que usted podrá hacer'
export const seeThem = 'Ver sus fechas de nacimiento y sus citas'
export const whatOthersSee =
  'Los demás tutores nunca ven su dirección, su teléfono, su tarjeta ni sus recibos. Usted puede salir cuando quiera.'
export const accept = 'Aceptar'
export const notNow = 'Ahora no'
export const oneIsListed = (name: string) => `${name} ya está en su lista`
export const severalAreListed = (names: string) => `${names} ya están en su lista`
export const oneIsMerged = (name: string, inviter: string) =>
  `Si acepta, su propio registro se une con este. Todas las citas, incluso las pasadas, pasan a ese registro, y los demás tutores pueden verlas. Usted sigue siendo responsable de ${name}, al igual que ${inviter}. Esto no se puede deshacer.`
export const severalAreMerged = (names: string, inviter: string) =>
  `Si acepta, sus propios registros se unen con estos. Todas las citas, incluso las pasadas, pasan a esos registros, y los demás tutores pueden verlas. Usted sigue siendo responsable de ${names}, al igual que ${inviter}. Esto no se puede deshacer.`
export const accepted = 'Invitación aceptada'
export const canBookFor = (names: string) =>
  `Ahora puede ver las citas de ${names} y reservar nuevas.`
export const canSeeAppointmentsOf = (names: string) => `Ahora puede ver las citas de ${names}.`
export const acceptedBefore =
  'Usted ya aceptó esta invitación. Encontrará a los niños en «Mis niños».'
export const isForOtherAddress = 'Esta invitación es para otro correo'
export const loggedInAs = (email: string) =>
  `Usted inició sesión como ${email}. Inicie sesión con el correo al que se envió la invitación.`
export const useOtherAddress = 'Iniciar sesión con otro correo'
export const confirmFirst = 'Primero confirme su correo'
export const confirmAddress = (email: string) =>
  `Confirme que ${email} es su correo. Después podrá ver la invitación.`
export const sentAtSignUp =
  'Cuando creó su cuenta, le enviamos un correo con un enlace. Haga clic en el enlace y luego vuelva aquí.'
export const seeMyAppointments = 'Ver mis citas'
