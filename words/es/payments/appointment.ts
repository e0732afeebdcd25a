export const date = 'Fecha'
export const slot = 'Horario'
export const price = 'Precio'
export const treatment = 'Tratamiento'
export const patient = 'Paciente'
export const status = 'Estado'
export const bookedBy = 'Reservada por'
export const anotherGuardian = 'otro tutor'
export const whatHappensNext = 'Qué sigue'
export const where = 'Dónde'
export const whatToBring = 'Qué traer'
export const addToCalendar = 'Agregar al calendario'
export const calendarFile = 'cita.ics'
export const addThatToCalendar = (appointment: string) => `Agregar al calendario: ${appointment}`
export const born = (day: string) => `fecha de nacimiento: ${day}`
export const placeInSeries = (number: number, size: number) =>
  `Cita ${number} de ${size} de la serie`
