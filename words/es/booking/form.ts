import { theTime } from '../clock.ts'

export const name = 'Nombre'
export const date = 'Fecha'
export const slot = 'Horario'
export const doctor = 'Médico'
export const repeatAppointment = 'Repetir esta cita'
export const phone = 'Teléfono'
export const address = 'Dirección'
export const chooseWho = 'Elija para quién es la cita. No se perdió nada de lo que escribió.'
export const failed = (failure: string) => `${failure} No se perdió nada de lo que escribió.`
export const childrenNotChecked = (failure: string) =>
  `No pudimos verificar para quién puede reservar. ${failure} No se perdió nada de lo que escribió.`
export const chooseOtherTimes = 'Elija otro horario para cada fecha que no esté disponible.'
export const payableByCard = (price: string) =>
  `${price}. Se puede pagar con tarjeta después de reservar.`
export const allPayableByCard = (price: string) =>
  `${price} en total. Se puede pagar con tarjeta después de reservar.`
export const book = 'Reservar'
export const bookAll = 'Reservar todas'

export const chooseOtherTime = (start: string) =>
  `El horario de ${theTime(start)} ya no está disponible. No se perdió nada de lo que escribió. Elija otro horario de este día:`
export const noOtherTime = (start: string) =>
  `El horario de ${theTime(start)} ya no está disponible. No se perdió nada de lo que escribió. No queda otro horario este día: cierre esta ventana para elegir otro día.`
export const otherTimes = 'Otros horarios'

export const childBusy = (name: string, start: string) =>
  `${name} también tiene una cita a esa hora (${start}).`
export const childBusyWith = (name: string, start: string, doctor: string) =>
  `${name} también tiene una cita a esa hora (${start} con ${doctor}).`
export const youBusy = (start: string) => `Usted también tiene una cita a esa hora (${start}).`
export const youBusyWith = (start: string, doctor: string) =>
  `Usted también tiene una cita a esa hora (${start} con ${doctor}).`
