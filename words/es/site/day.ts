export const morning = 'Mañana'
export const afternoon = 'Tarde'
export const doctor = 'Médico'
export const anyDoctor = 'Cualquier médico'
export const closeToYourTime = 'cerca de su horario'
export const bookAgain = 'Reservar de nuevo'
export const months = 'Meses'
export const goToNextMonth = 'Ir al mes siguiente'
export const goToPreviousMonth = 'Ir al mes anterior'
export const crossedOutAreFull = 'Los días tachados ya no tienen citas disponibles.'
export const today = 'Hoy'
export const fullyBooked = 'sin citas disponibles'
export const selected = 'seleccionado'
export const dayClosedFor = (reason: string) => `cerrado: ${reason}`
export const closedFor = (reason: string) => `Cerrado: ${reason}`
export const bookAgainFor = (what: string) => `Reservar de nuevo: ${what}`
export const nextOn = (day: string) => `Próximo día: ${day}`
