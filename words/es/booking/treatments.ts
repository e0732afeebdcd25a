import { theTime } from '../clock.ts'
import { plural } from '../units.ts'

export const availableOn = (day: string) => `Citas disponibles: ${day}`
export const nowFull = (treatment: string, day: string) =>
  `Ya no quedan citas de ${treatment} el ${day}. Por favor, elija otro tratamiento u otro día.`
export const dayIsFull = 'Este día ya no tiene citas disponibles.'
export const showDay = (day: string) => `Ver el ${day}`
export const appointmentsDidNotLoad = 'No pudimos cargar las citas'
export const firstAt = (time: string) => `desde ${theTime(time)}`
export const tryAnotherDate = 'Pruebe otra fecha'
export const spacesAvailable = (n: number) =>
  plural(n, { one: '# lugar disponible', other: '# lugares disponibles' })
export const joinWaitingList = 'Anotarme en la lista de espera'
export const selectTreatment = 'Elegir tratamiento'
export const nextDay = (day: string) => `Próximo día: ${day}`
export const nextDayFor = (day: string, treatment: string) =>
  `Próximo día: ${day}, para ${treatment}`
