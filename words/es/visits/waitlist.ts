export const loadingList = 'Cargando su lista de espera'
export const listDidNotLoad = 'No pudimos cargar su lista de espera'
export const notWaiting = 'No está esperando ningún horario'
export const whatItIsFor =
  'Cuando un día ya no tenga horarios, anótese ahí en la lista de espera. Le guardaremos un horario cuando haya uno disponible.'
export const makeAppointment = 'Reservar una cita'
export const noLongerOnList = 'Ya no está en la lista de espera'
export const insteadOf = (time: string) => `En lugar del ${time}`
export const soonerThan = (time: string) => `Antes del ${time}`
export const held = (time: string, until: string) =>
  `Le guardamos el horario del ${time}, hasta ${until}.`
export const answer = 'Responder'
export const seeOffer = 'Ver esta oferta'
export const stillLooking = 'Sigo buscando'
export const waitForOtherDays = 'Esperar otros días'
export const leaveList = 'Salir de la lista'
export const leaveListFor = (treatment: string, patient: string | null) =>
  patient === null
    ? `Salir de la lista: ${treatment}`
    : `Salir de la lista: ${treatment} para ${patient}`
export const anyTime = 'A cualquier hora'
export const mornings = 'Por la mañana'
export const afternoons = 'Por la tarde'
export const ofNotice = (duration: string) => `Con ${duration} de anticipación`
export const paused = 'En pausa: no hubo respuesta a dos ofertas'
export const youAreFirst = 'Está en primer lugar'
export const youAreNext = 'Está en uno de los próximos lugares'
export const hasEnded = 'Ya no tenemos horarios en estos días, por lo que esta espera terminó.'
export const hasEndedNextDay = (day: string) =>
  `Ya no tenemos horarios en estos días, por lo que esta espera terminó. El próximo día con horarios es el ${day}.`
