import { theTime } from '../clock.ts'

const afterColon = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export const isItForYourChild =
  '¿La cita es para su niño? Podrá agregarlo después de elegir un horario.'
export const childrenDidNotLoad = 'No pudimos cargar la lista de sus niños.'
export const tryAgainToLoadChildren = 'Intentar cargar de nuevo la lista de sus niños'
export const whoIsItFor = '¿Para quién es?'
export const pleaseChoose = 'Elija una opción'
export const pleaseChooseOne = 'Elija una opción.'
export const loading = 'Cargando…'
export const isForAges = (treatment: string, ages: string) =>
  `${treatment} es para estas edades: ${afterColon(ages)}. ¿La cita es para su niño?`
export const isForMyChild = 'Es para mi niño: agregarlo'
export const addChild = 'Agregar un niño'
export const newChild = 'Datos del niño'
export const add = 'Agregar'
export const forSeveralChildren = 'Reservar para varios niños'

export const alreadyHasThis = (name: string, time: string) =>
  `${name} ya tiene este tratamiento ese día a ${theTime(time)}`
export const isAdult = (name: string, age: string) =>
  `${name} tendrá ${age} ese día. Los adultos reservan con su propia cuenta.`
export const isOfOtherAge = (name: string, age: string, treatment: string, ages: string) =>
  `${treatment} es para estas edades: ${afterColon(ages)}. ${name} tendrá ${age} ese día.`
