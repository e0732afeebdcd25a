import { appointments } from '../units.ts'

export const confirmed = (when: string) => `Cita confirmada: ${when}`
export const confirmedOn = (n: number, day: string) => `${appointments(n)} confirmadas: ${day}`
export const confirmedBetween = (n: number, first: string, last: string) =>
  `${appointments(n)} confirmadas: del ${first} al ${last}`
export const lookForward = 'Le esperamos con gusto.'
export const isConfirmed = 'Su cita está confirmada'
export const areConfirmed = 'Sus citas están confirmadas'
export const thanks = 'Gracias por reservar con nosotros. Le esperamos con gusto.'
export const guardianBooked = 'Otro tutor reservó con nosotros. Le esperamos con gusto.'
export const seeOnline = 'Para ver lo que se reservó, inicie sesión.'
export const seeAndPayOnline = 'Para ver lo que se reservó, y pagarlo, inicie sesión.'
export const oneEmailEach =
  'Enseguida le llegará un correo por cada cita, que la agrega a su calendario.'

export const forCalendar = (when: string) => `Para su calendario: cita del ${when}`
export const forCalendarHeading = 'Para su calendario'
export const addsToCalendar = 'Agrega la cita a su calendario.'
export const addsOneToCalendar =
  'Este correo agrega a su calendario una de las citas que se reservaron juntas.'
export const correctedForCalendar = (when: string) =>
  `Corrección para su calendario: cita del ${when}`
export const correctedHeading = 'Corrección para su calendario'
export const replacesInCalendar = 'Reemplaza el evento en su calendario.'
export const zoneWasWrong =
  'Es posible que su calendario muestre otra hora: la zona horaria de nuestra clínica estaba mal configurada cuando enviamos la cita. Este correo corrige la hora en su calendario. La cita en sí no ha cambiado.'

export const canceled = (when: string) => `Cita cancelada: ${when}`
export const willNotTakePlace = 'Esta cita ya no se realizará.'
export const hasBeenCanceled = 'Su cita fue cancelada'
export const clinicCanceled = 'Lo sentimos: tuvimos que cancelar esta cita.'
export const youCanceled = 'Usted canceló esta cita.'
export const guardianCanceled = 'Otro tutor canceló esta cita.'
export const deskCanceled = 'Nuestra recepción canceló esta cita en nombre de su familia.'
export const familyCanceled = 'Esta cita se canceló en nombre de su familia.'
export const atNeitherTime =
  'Se acababa de cambiar a otro horario. Ya no se realizará en ninguno de los dos.'
export const movedTo = 'Cambiada a'
export const noRefund = 'No se reembolsará ningún pago.'
export const isBeingRefunded =
  'Estamos reembolsando su pago. Le enviaremos un correo cuando el dinero esté en camino.'
export const bookAnotherTime = 'Reservar otro horario'

export const moved = (when: string) => `Cita con nuevo horario: ${when}`
export const changed = (when: string) => `Cambio en su cita: ${when}`
export const hasNewTime = 'Su cita tiene un nuevo horario.'
export const newTimeHeading = 'Su cita tiene un nuevo horario'
export const noteNewTime = 'El horario de su cita cambió. Por favor, anote el nuevo horario.'
export const newTimeAndDoctorHeading = 'Su cita tiene un nuevo horario y otro médico'
export const noteNewTimeAndDoctor =
  'El horario de su cita cambió. Por favor, anote el nuevo horario. Le atenderá otro médico. Para ver quién es, inicie sesión.'
export const otherDoctor = 'Otro médico, en el mismo horario.'
export const otherDoctorHeading = 'Su cita es con otro médico'
export const otherDoctorSameTime =
  'Le atenderá otro médico. El horario sigue siendo el mismo. Para ver quién es, inicie sesión.'

export const patientCorrected = 'Nuestra recepción corrigió para quién es la cita.'
export const patientCorrectedHeading = 'Corregimos para quién es una cita'
export const isForYourChild =
  'Nuestra recepción corrigió para quién es una cita: es para un niño o una niña a su cargo.'
export const patientCorrectedSameTime =
  'Nuestra recepción corrigió para quién es la cita. El horario sigue siendo el mismo.'
export const patientCorrectedNewTime =
  'Nuestra recepción corrigió para quién es la cita. También tiene un nuevo horario.'

export const notYours = (when: string) => `Esta cita ya no es suya: ${when}`
export const otherPatientHeading = 'Esta cita es para otro paciente'
export const isNotFor = (name: string) =>
  `Nuestra recepción corrigió para quién es esta cita: no es para ${name}. No tiene que hacer nada. Este correo la quita de su calendario.`
export const yourAppointments = 'Sus citas'

export const reminderOfOne = (when: string) => `Recordatorio: su cita del ${when}`
export const reminderOfSeveral = (n: number, day: string) =>
  `Recordatorio: sus ${appointments(n)} del ${day}`
export const seeYouOn = (day: string) => `Nos vemos el ${day}.`
export const severalOn = (n: number, day: string) => `Sus ${appointments(n)} del ${day}.`
export const severalOnHeading = (n: number, day: string) => `Sus ${appointments(n)} del ${day}`
export const seeYouSoon = 'Nos vemos pronto'
export const thisIsReminderOfOne = 'Este es un recordatorio de su cita.'
export const thisIsReminderOfSeveral = 'Este es un recordatorio de sus citas.'
export const whyRemindedGuardian =
  'Recibe este recordatorio porque usted está en la lista de tutores de este niño o niña.'
export const whyReminded = 'Recibe este recordatorio porque se reservó una cita con su cuenta.'
export const whyRemindedByDesk =
  'Recibe este recordatorio porque nuestra recepción reservó una cita para usted.'
