export const appointmentIsBooked = 'Su cita está reservada'
export const appointmentsAreBooked = 'Sus citas están reservadas'
export const payNowOrLater = 'Pague con tarjeta ahora, o más tarde desde su panel.'
export const bookAnother = 'Reservar otra cita'
export const seeMyAppointments = 'Ver mis citas'
export const pay = (sum: string) => `Pagar ${sum}`
export const payForAll = (sum: string) => `Pagar ${sum} por todas`
export const treatment = 'Tratamiento'
export const date = 'Fecha'
export const time = 'Horario'
export const doctor = 'Médico'
export const price = 'Precio'
export const isFor = 'Para'
export const bookedBy = 'Reservada por'
export const addToCalendar = (of: string) => `Agregar al calendario: ${of}`
