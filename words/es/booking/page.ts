import { plural } from '../units.ts'

export const makeAppointment = 'Reservar una cita'
export const chooseWhatWorks = (hours: string) =>
  `Elija un día y luego el tratamiento y el horario que les convengan a usted y a su niño. (Horario de atención: ${hours})`
export const loadingCalendar = 'Cargando el calendario'
export const calendarDidNotLoad = 'No pudimos cargar el calendario'
export const noAppointments = 'No hay citas disponibles en este momento'
export const callUsAt = (phone: string) => `Por favor, llámenos al ${phone}.`
export const openingAppointment = 'Abriendo su cita'
export const chooseDay = 'Elija un día'
export const otherDayChosen = (day: string) =>
  `Ese día no está disponible. Este sí lo está: ${day}.`

export const loadingAppointmentsFor = (day: string) => `Cargando las citas del ${day}`
export const refreshingTimes = 'Actualizando los horarios disponibles'
export const treatmentsWithTimes = (open: number, all: number, day: string) =>
  `El ${day} hay horarios disponibles para ${open} de ${all} tratamientos`
export const lookingForTimesOn = (day: string) => `Buscando horarios para el ${day}`
export const timesFoundOn = (n: number, day: string) =>
  plural(n, { one: `# horario el ${day}`, other: `# horarios el ${day}` })
export const noTimesFitOn = (day: string) => `Ningún horario sirve el ${day}`
