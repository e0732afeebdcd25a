import { theTime } from '../clock.ts'
import { plural } from '../units.ts'

export const forSeveralChildren = 'Reservar para varios niños'
export const timesFitAll =
  'Verá horarios que les sirven a todos, uno justo después del otro o al mismo tiempo.'
export const chooseAnotherDay = 'Elegir otro día'
export const bookOneInstead = 'Reservar solo una cita'
export const loadingChildren = 'Cargando la lista de sus niños'
export const whoIsComing = '¿Quiénes vienen?'
export const chooseTwoToFour = 'Elija de dos a cuatro niños.'
export const fourTogether = 'Pueden venir juntos cuatro niños como máximo.'
export const showTimes = 'Ver horarios'
export const ageThatDay = (age: string) => `Tendrá ${age} ese día`
export const noTreatmentForAge = (name: string, day: string) =>
  `El ${day} no hay ningún tratamiento disponible para la edad de ${name}.`
export const treatmentFor = (name: string) => `Tratamiento para ${name}`
export const chooseTreatment = 'Elija un tratamiento'
export const isFullOn = (treatment: string, day: string) =>
  `Ya no quedan citas de ${treatment} el ${day}.`
export const bookFor = (names: string) => `Reservar para ${names}`
export const withDoctor = (treatment: string, doctor: string, price: string) =>
  `${treatment} con ${doctor}, ${price}`
export const withoutDoctor = (treatment: string, price: string) => `${treatment}, ${price}`

export const timesDidNotLoad = 'No pudimos cargar los horarios'
export const noneFitsBoth = (day: string) => `El ${day} ningún horario sirve para los dos niños`
export const noneFitsAll = (day: string) => `El ${day} ningún horario sirve para todos los niños`
export const lookingForNextDay = 'Buscando el próximo día'
export const showDay = (day: string) => `Ver el ${day}`
export const tooFarApart = 'Los horarios disponibles de cada uno están demasiado separados.'
export const nothingUntil = (day: string) => `Tampoco hay horarios que sirvan hasta el ${day}.`
export const chooseOtherDayOrTreatments = 'Por favor, elija otro día u otros tratamientos.'
export const noTimeLeft = (treatment: string, name: string) =>
  `No quedan horarios de ${treatment} para ${name}.`
export const alreadyHas = (name: string, treatment: string, start: string) =>
  `${name} ya tiene ${treatment} ese día a ${theTime(start)}`
export const timesFor = (names: string) => `Horarios para ${names}`
export const dayAndTotal = (day: string, total: string) => `${day}, ${total} por todas las citas`
export const showMore = (n: number) =>
  plural(n, { one: 'Ver # horario más', other: 'Ver # horarios más' })
export const oneAfterTheOther = 'Uno después del otro'
export const inTwoRooms = 'Al mismo tiempo, en dos consultorios'
export const inThreeRooms = 'Al mismo tiempo, en tres consultorios'
export const inFourRooms = 'Al mismo tiempo, en cuatro consultorios'
export const total = (price: string) => `Total: ${price}`
export const keptDetails = 'Los datos que escribió siguen aquí.'
export const seeMyAppointments = 'Ver mis citas'
