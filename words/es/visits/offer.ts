export const offer = 'Oferta'
export const loadingOffer = 'Cargando su oferta'
export const offerDidNotLoad = 'No pudimos cargar su oferta'
export const offerNotFound = 'No encontramos esa oferta'
export const whyNotFound =
  'Es posible que el enlace esté incompleto o que la oferta sea para otra cuenta.'
export const timesFor = (patients: string) => `Horarios para ${patients}`
export const timeFor = (patient: string | null) =>
  patient === null ? 'Un horario para usted' : `Un horario para ${patient}`
export const soonerTimeFor = (patient: string | null) =>
  patient === null ? 'Un horario más próximo para usted' : `Un horario más próximo para ${patient}`
export const newTimeFor = (patient: string | null) =>
  patient === null ? 'Un nuevo horario para usted' : `Un nuevo horario para ${patient}`
export const treatmentWith = (treatment: string, doctor: string) => `${treatment} con ${doctor}`
export const when = 'Cuándo'
export const price = 'Precio'
export const priceForAll = 'Precio de todas las citas'
export const insteadOf = 'En lugar de'
export const accept = 'Aceptar'
export const otherTimes = 'Otros horarios'
export const cancelAppointment = 'Cancelar la cita'
export const decline = 'Rechazar'
export const movesIfAccepted =
  'Si acepta, su cita cambia a este horario. El precio y el pago siguen igual, y no cuenta como uno de sus cambios.'
export const orChooseOrCancel =
  'También puede elegir otro horario, o cancelar con reembolso completo.'
export const booksAllIfAccepted =
  'Si acepta, reservamos todas las citas o ninguna. Puede pagar, cambiar o cancelar cada una como cualquier otra.'
export const booksIfAccepted =
  'Si acepta, reservamos la cita para usted. Puede pagarla, cambiarla o cancelarla como cualquier otra.'
export const cancelThis = '¿Cancelar esta cita?'
export const refundsAll = 'Reembolsaremos todo lo que se pagó por ella.'
export const confirmCancel = 'Cancelar la cita'
export const goBack = 'Volver'
export const cannotKeepTime = 'Lo sentimos: no podemos mantener el horario de su cita.'
export const why = (reason: string) => `Motivo: ${reason}`
export const timesAreYours = 'Los horarios son suyos'
export const timeIsYours = 'El horario es suyo'
export const acceptedByOther = 'Lo aceptó otro tutor, o nuestra recepción en nombre de usted.'
export const seeAppointments = 'Ver mis citas'
export const seeAppointment = 'Ver la cita'
export const alsoNeedsAnswer = 'También necesita su respuesta'
export const isCanceled = 'Su cita fue cancelada'
export const refundingAll = 'Estamos reembolsando todo lo que se pagó por ella.'
export const bookAnother = 'Reservar otro horario'
export const isDeclined = 'Oferta rechazada'
export const stillOnList =
  'Este horario queda disponible para otra familia. Usted sigue en la lista de espera.'
export const noLongerHeld = 'Ya no le guardamos este horario'
export const timeToAnswerPassed =
  'El plazo para responder ya venció, por lo que el horario queda disponible para otra familia.'
export const notAvailable = 'Este horario ya no está disponible.'
export const willCancel = 'Cancelaremos su cita y reembolsaremos todo lo que se pagó por ella.'
export const seeWhatChanged =
  'Revise su cita: es posible que ya haya cambiado; si no, le llamaremos.'
export const hasNotChanged = 'Su cita no cambió.'
export const nothingBooked = 'No se reservó nada.'
export const seeWaitingList = 'Ver mi lista de espera'
export const yourContact = 'Sus datos de contacto'
export const bookedInYourName =
  'La cita se reserva a su nombre. Los demás tutores no ven su teléfono ni su dirección.'
export const phone = 'Teléfono'
export const address = 'Dirección'
