export const adultThatDay =
  'Ese día {child} ya tendrá {adult} años o más, y debe reservar con su propia cuenta.'
export const otherAge = '{treatment} es para estas edades: {ages}. {child} tendrá {age} ese día.'
export const nameMissing = 'Agregue su nombre en «Mi perfil» antes de reservar.'
export const mayNotBook =
  'Usted no puede reservar para {child}. Pídaselo al tutor responsable de este niño.'
export const unknownTreatment = 'No ofrecemos ese tratamiento.'
export const notOnline = 'Este tratamiento no se puede reservar en línea. Por favor, llámenos.'
export const unknownDoctor = 'Ese médico no ofrece este tratamiento.'
export const slotNotOffered = 'Ese horario no está disponible ese día.'
export const past = 'Ese día ya pasó. Por favor, elija otra fecha.'
export const tooFar = 'Ese día está demasiado lejos. Por favor, elija una fecha más cercana.'
export const weekend = 'La clínica cierra los fines de semana. Por favor, elija otra fecha.'
export const closed = 'La clínica está cerrada ese día. Por favor, elija otra fecha.'
export const tooManyUnpaid =
  'Usted tiene {appointments}. Antes de reservar otra, pague una o llámenos para cancelar una.'
export const tooManyUnpaidUnverified =
  'Usted tiene {appointments}. Antes de reservar otra, pague una o confirme su correo electrónico en la página «Mi perfil».'
export const tooManyUnpaidOfChild =
  '{child} tiene {appointments}. Antes de reservar otra, hay que pagar o cancelar una.'
export const tooManyUnpaidInBlock =
  'Usted puede tener hasta {appointments} a la vez. Reserve para menos niños, o pague primero las que ya tiene.'
export const tooManyUnpaidInBlockUnverified =
  'Usted puede tener hasta {appointments} a la vez. Reserve para menos niños, o confirme su correo electrónico en la página «Mi perfil».'
export const tooManyUnpaidInSeries =
  'Usted puede tener hasta {appointments} a la vez. Elija menos citas, o pague primero las que ya tiene. En recepción pueden reservarle una serie más larga.'
export const tooManyUnpaidInSeriesUnverified =
  'Usted puede tener hasta {appointments} a la vez. Elija menos citas, o confirme su correo electrónico en la página «Mi perfil». En recepción pueden reservarle una serie más larga.'
export const tooManyUnpaidInSeriesOfChild =
  '{child} puede tener hasta {appointments} a la vez. Elija menos citas, o pague primero las que ya tiene. En recepción pueden reservarle una serie más larga.'
export const alreadyBooked = 'Usted ya tiene una cita el {date}, {slot}'
export const alreadyBookedChild = 'Usted ya tiene una cita el {date}, {slot}, para {child}'
export const termsChanged =
  'Las condiciones de reembolso de la clínica cambiaron. Por favor, léalas y reserve de nuevo.'
export const timeTaken = 'Otra persona acaba de reservar este horario. Por favor, elija otro.'
export const priceChanged = 'El precio ahora es {price}. Por favor, revíselo y reserve de nuevo.'
export const otherAccount = 'Usted solo puede reservar para su propia cuenta.'
export const onlyOwnAppointments = 'Usted solo puede ver sus propias citas.'
export const notABlock =
  'Esos horarios están demasiado separados, o requieren al mismo médico al mismo tiempo.'
export const timeOfChildTaken =
  'Otra persona acaba de reservar el horario de {child} ({slot}). No se reservó nada.'
export const priceOfChildChanged =
  'El precio para {child} ahora es {price}. Por favor, revíselo y reserve de nuevo.'
export const canceled = 'Esta cita fue cancelada.'
export const checkedIn = 'El paciente ya llegó. Por favor, pregunte en recepción.'
export const completed = 'Esta visita ya terminó. Por favor, pregunte en recepción.'
export const missed = 'El paciente no vino a esta cita. Por favor, pregunte en recepción.'
export const tooLateToChange = 'Ya no es posible cambiar esta cita en línea. Por favor, llámenos.'
export const tooManyMoves =
  'Esta cita ya no se puede cambiar otra vez en línea. Por favor, llámenos.'
export const onlyBookersChange = 'Solo los tutores que pueden reservar pueden cambiar esta cita.'
export const tooLateToUndo =
  'Ya no es posible deshacer este cambio. Cambie la cita de nuevo a su horario anterior.'
export const formerTimeTaken =
  'El horario anterior ya no está disponible. La cita se queda como está.'
export const refundChanged = 'El reembolso cambió. Por favor, revíselo de nuevo.'
