import { plural } from '../units.ts'

export const payment = 'Pago'
export const total = 'Total'
export const chooseAppointments = 'Elija al menos una cita para pagar.'
export const loadingAnswers = 'Cargando lo que necesita su respuesta'
export const bookedByAnotherGuardian = 'Reservada por otro tutor'
export const chosenOf = (chosen: number, all: number) =>
  plural(all, { one: `${chosen} de # cita`, other: `${chosen} de # citas` })
export const cannotTakePlace = (appointments: number) =>
  plural(appointments, {
    one: '# cita no puede realizarse en su horario. Todavía no hay nada que pagar por ella.',
    other: '# citas no pueden realizarse en su horario. Todavía no hay nada que pagar por ellas.',
  })
