import { theTime } from '../clock.ts'

export const bookOneInstead = 'Reservar solo una cita'
export const dates = 'Fechas'
export const howManyAndHowOften = 'Cuántas y cada cuánto'
export const appointments = 'Citas'
export const every = 'Cada'
export const daysOrWeeks = 'Días o semanas'
export const choose = 'Elija'
export const weeks = 'semanas'
export const days = 'días'
export const showDates = 'Ver fechas'
export const wholeNumber = (least: number, most: number) =>
  `Escriba un número entero del ${least} al ${most}.`
export const place = (number: number, size: number) => `${number} de ${size}`
export const withDoctor = (doctor: string, price: string) => `${doctor}, ${price}`
export const anotherTimeInsteadOf = (day: string) => `Otro horario en lugar del ${day}`
export const onDay = (day: string, start: string) => `${day}, ${start}`
export const noneFreeThen =
  'No hay horarios disponibles ese día ni los siguientes. Elija otro intervalo entre las citas, o menos citas.'
export const closedOn = (day: string) => `La clínica está cerrada el ${day}.`
export const notOfferedOn = (start: string, day: string) =>
  `El horario de ${theTime(start)} no se ofrece el ${day}.`
export const patientBusyOn = (day: string) => `El paciente ya tiene una cita el ${day}.`
export const takenOn = (start: string, day: string) =>
  `El horario de ${theTime(start)} del ${day} está ocupado.`
