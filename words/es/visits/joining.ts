import { hours, minutes } from '../units.ts'

const duration = (n: number) => (n % 60 === 0 ? hours(n / 60) : minutes(n))

export const formDidNotLoad = 'No pudimos cargar el formulario'
export const onTheList = 'Ya está en la lista de espera'
export const tellMeIfSooner = 'Avisarme si hay un horario más próximo'
export const joinWaitingList = 'Anotarme en la lista de espera'
export const whatHappens =
  'Cuando quede disponible un horario que le convenga, se lo guardaremos y le enviaremos un correo electrónico.'
export const appointmentStays = 'Su cita no cambia hasta que usted acepte.'
export const timeToAccept = (mostMinutes: number, leastMinutes: number) =>
  `Tiene ${duration(mostMinutes)} para aceptar; menos si el horario es en los próximos 3 días, pero siempre al menos ${duration(leastMinutes)}.`
export const joinList = 'Anotarme en la lista'
export const notNow = 'Ahora no'
export const freeNow = 'Disponibles ahora'
export const canBeBooked = 'No tiene que esperar: estos horarios se pueden reservar.'
export const canMoveHere = 'No tiene que esperar: puede cambiar la cita a uno de estos horarios.'
export const from = 'Desde'
export const to = 'Hasta'
export const partOfDay = 'Parte del día'
export const howMuchNotice = '¿Con cuánta anticipación necesita saberlo?'
export const chooseNotice = 'Elija la anticipación'
export const doctor = 'Médico'
export const chooseDoctor = 'Elija un médico'
export const anyDoctor = 'Cualquier médico'
export const weekdays = 'Días de la semana'
export const treatment = 'Tratamiento'
export const chooseTreatment = 'Elija un tratamiento'
export const phone = 'Teléfono'
export const forWhichChildren = 'Para'
export const severalWait = (most: number) =>
  `Si son varios niños, hasta ${most}, buscamos horarios seguidos o al mismo tiempo: todos o ninguno.`
