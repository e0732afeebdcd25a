export const loadingVisit = 'Cargando su visita'
export const visitDidNotLoad = 'No pudimos cargar su visita'
export const visitNotFound = 'No encontramos esa visita'
export const whyNotFound =
  'Es posible que el enlace esté incompleto o que la visita sea de otra cuenta.'
export const noLongerAskedFor = 'Ya no le pedimos que reserve esta visita'
export const isBooked = 'Esta visita ya está reservada'
export const chooseTime = 'Elegir un horario'
export const chooseTimeFor = (treatment: string, child: string) =>
  `Elegir un horario: ${treatment} para ${child}`
export const makeAppointment = 'Reservar una cita'
export const seeAppointment = 'Ver la cita'
export const tellsYouLater = 'Le avisaremos cuando haya un horario disponible.'
export const myWaitingList = 'Mi lista de espera'
export const nothingFreeNow = 'Por el momento no hay horarios disponibles.'
export const nothingFreeOnDays = 'No hay horarios disponibles en estos días.'
export const tellMe = 'Avisarme cuando haya uno'
export const daysWithDoctor = (days: string, doctor: string) => `${days}, con ${doctor}`
export const daysHavePassed =
  'Estos días ya pasaron. Todavía puede reservar la visita, cualquier día.'
export const othersCanBook = (child: string) =>
  `Puede reservarla un tutor que tenga permiso para reservar citas para ${child}.`
export const opensOn = (day: string) => `Se puede reservar a partir del ${day}.`
export const notOnline = 'No se puede reservar en línea.'
export const monthElsewhere = 'Mes de la visita en otro lugar, por ejemplo, 2027-03'
export const doneElsewhere = 'Ya se hizo en otro lugar'
export const notForUs = 'No es para nosotros'
export const notNow = '¿Ahora no?'
export const wasElsewhere = 'Esta visita se hizo en otro lugar.'
export const wasDeclined = 'Su familia dijo que no a esta visita.'
export const notAskedAgain = 'Ya no le pediremos que la reserve.'
export const undo = 'Deshacer'
export const timeToBook = 'Es hora de reservar'
export const loadingVisits = 'Cargando las visitas por reservar'
export const visitsDidNotLoad = 'No pudimos cargar las visitas por reservar'
