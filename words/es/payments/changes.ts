import { plural } from '../units.ts'
import { refundDays } from './refunds.ts'

export const changeOfPlans = '¿Cambio de planes?'
export const questions = '¿Tiene preguntas?'
export const loadingChanges = 'Cargando los cambios posibles'
export const changesNotLoaded = 'No pudimos cargar los cambios posibles'
export const loadingTheTimes = 'Cargando los horarios'
export const moveOrCancel = 'Cambiar o cancelar'
export const move = 'Cambiar la cita'
export const moveForIllness = 'Cambiar la cita por enfermedad'
export const tellMeOfSooner = 'Avisarme si hay un horario más próximo'
export const cancelAppointment = 'Cancelar la cita'
export const freeToChange =
  'La clínica no puede mantener este horario. Puede cambiar o cancelar la cita sin costo.'
export const getDirections = 'Cómo llegar'
export const moved = 'Se cambió su cita'
export const canceled = 'Se canceló su cita'
export const ok = 'Aceptar'
export const noPaymentRefunded = 'No se reembolsará ningún pago.'
export const tryAgainOnce = 'Puede intentarlo de nuevo: se hará una sola vez.'

export const obstacles = {
  cancelled: 'Esta cita está cancelada.',
  checked_in: 'El paciente ya llegó.',
  completed: 'Esta visita ya terminó.',
  missed: 'El paciente no vino a esta cita.',
  started: 'La hora de inicio de esta cita ya pasó.',
  too_late: 'Ya es tarde para cambiarla en línea.',
  too_many_moves: 'Ya no puede volver a cambiar la cita en línea.',
  may_not_book: 'Solo los tutores con permiso para reservar pueden cambiarla.',
}

export const changedMeanwhile = (time: string) =>
  `Mientras tanto, esta cita se cambió al ${time}, así que no hicimos lo que usted pidió.`
export const movedTo = (time: string) =>
  `Ahora es el ${time}; le enviaremos el nuevo horario por correo.`
export const movesLeft = (moves: number) =>
  plural(moves, {
    one: 'Todavía puede cambiar la cita una vez.',
    other: 'Todavía puede cambiar la cita # veces.',
  })
export const movableForIllness = (lastDay: string) =>
  `Si su niño está enfermo, todavía puede pasar la cita, una sola vez, a cualquier día hasta el ${lastDay}.`
export const refundOnItsWay = (amount: string) =>
  `Su reembolso de ${amount} está en camino. Los bancos suelen tardar ${refundDays}.`
