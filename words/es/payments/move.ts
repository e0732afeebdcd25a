export const chooseNewTime = 'Elija un nuevo horario'
export const back = 'Volver'
export const keepOldTime = 'Mantener el horario anterior'
export const timesNotLoaded = 'No pudimos cargar los horarios disponibles'
export const loadingTimes = 'Cargando los horarios disponibles'
export const refreshingTimes = 'Actualizando los horarios disponibles'
export const chooseAnother = 'Elija otro horario.'
export const showAnyDoctor = 'Mostrar horarios con cualquier médico'
export const moveToThis = '¿Cambiar a este horario?'
export const newTime = 'Nuevo horario'
export const insteadOf = 'En lugar de'
export const paymentMoves = 'El pago vale también para el nuevo horario.'
export const priceStays = 'El precio no cambia.'
export const lateNothing =
  'Este cambio se hace con poca anticipación: si cancela después, no se reembolsa nada.'
export const goBack = 'Volver'
export const moveAppointment = 'Cambiar la cita'
export const theCalendar = {
  loading: 'Cargando el calendario',
  failed: 'No pudimos cargar el calendario',
}
export const cannotTakePlace = (day: string, slot: string) =>
  `Su cita del ${day}, ${slot}, no puede realizarse. El precio y el pago no cambian.`
export const staysUntil = (day: string, slot: string) =>
  `Su cita sigue siendo el ${day}, ${slot}, hasta que confirme otro horario. El precio no cambia.`
export const freeTimesOn = (day: string) => `Horarios disponibles el ${day}`
export const justBooked = (day: string, slot: string) =>
  `Alguien acaba de reservar el horario ${slot} del ${day}. Su cita sigue como estaba. Estos horarios están disponibles.`
export const doctorHasNone = (doctor: string, day: string) =>
  `${doctor} no tiene horarios disponibles el ${day}.`
export const noneOn = (day: string) => `No hay horarios disponibles el ${day}. Elija otro día.`
export const otherDoctor = {
  chosen: (next: string, before: string) => `Le atenderá ${next} en lugar de ${before}.`,
  needed: (next: string, before: string) =>
    `${before} no está disponible a esa hora; le atenderá ${next}.`,
}
export const otherDoctorFor = {
  chosen: (patient: string, next: string, before: string) =>
    `${next} atenderá a ${patient} en lugar de ${before}.`,
  needed: (patient: string, next: string, before: string) =>
    `${before} no está disponible a esa hora; ${next} atenderá a ${patient}.`,
}
export const paymentOfMoves = (amount: string) =>
  `El pago de ${amount} vale también para el nuevo horario.`
export const priceStaysAt = (amount: string) => `El precio sigue siendo ${amount}.`
export const lateAtMost = (percent: number) =>
  `Este cambio se hace con poca anticipación: si cancela después, se reembolsa como máximo el ${percent}%.`
