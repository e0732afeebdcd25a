import { fullStop } from '../full-stop.ts'
import { appointments } from '../units.ts'

export const whyWaiting = 'Recibe este correo porque su familia está en nuestra lista de espera.'
export const whyWasWaiting =
  'Recibe este correo porque su familia estaba en nuestra lista de espera.'
export const whyMayChange = 'Recibe este correo porque usted puede cambiar o cancelar esta cita.'

export const timeForYou = (when: string) => `Un horario para usted: ${when}`
export const timesForYou = (when: string) => `Horarios para su familia: ${when}`
export const heldUntil = (end: string) => fullStop(`Se lo guardamos hasta el ${end}`)
export const sooner = 'Hay un horario más próximo disponible'
export const free = 'Hay un horario disponible'
export const heldThenOffered = (end: string) =>
  `${fullStop(`Le guardamos este horario hasta el ${end}`)} Después se lo ofreceremos a la siguiente familia.`
export const acceptingMoves =
  'Si acepta, su cita se cambia a este horario. El precio y el pago siguen siendo los mismos.'
export const nothingBooked = 'No se reserva nada hasta que usted acepte.'
export const seeOffer = 'Ver esta oferta'
export const canDecline =
  'Ahí también puede rechazarla, para que otra familia reciba antes el horario.'
export const acceptOrDeclineByPhone = (phone: string) =>
  `Para aceptar o rechazar, llámenos al ${phone}.`

export const stillLooking = '¿Sigue buscando un horario?'
export const offerExpired = (when: string) => `La oferta venció: ${when}`
export const tellUs = 'Si es así, díganoslo.'
export const stillOnList = 'Usted sigue en la lista de espera.'
export const stillLookingHeading = '¿Sigue buscando?'
export const offerExpiredHeading = 'Le habíamos guardado un horario'
export const noAnswer =
  'No recibimos su respuesta a tiempo, así que ahora otra familia puede tener el horario.'
export const secondWithoutAnswer =
  'Esta fue la segunda oferta seguida sin respuesta. No le enviaremos otra hasta que nos diga que sigue buscando un horario.'
export const viewWaitingList = 'Ver la lista de espera'

export const accepted = (when: string) => `Oferta aceptada: ${when}`
export const declined = (when: string) => `Oferta rechazada: ${when}`
export const nothingLeft = 'No tiene que hacer nada más.'
export const acceptedHeading = 'La oferta fue aceptada'
export const declinedHeading = 'La oferta fue rechazada'
export const otherAccepted =
  'Otro tutor, o nuestra recepción en nombre de su familia, aceptó este horario.'
export const otherDeclined =
  'Otro tutor, o nuestra recepción en nombre de su familia, rechazó este horario.'

export const newTime = (when: string) => `Nuevo horario para su cita del ${when}`
export const newTimes = (n: number) => `Nuevos horarios para sus ${appointments(n)}`
export const pleaseAnswerNewTime = (when: string) =>
  `Responda: nuevo horario para su cita del ${when}`
export const pleaseAnswerNewTimes = (n: number) =>
  `Responda: nuevos horarios para sus ${appointments(n)}`
export const answerBy = (end: string) => fullStop(`Por favor, responda a más tardar el ${end}`)
export const haveToMoveOne = 'Tenemos que cambiar el horario de su cita'
export const haveToMoveSeveral = 'Tenemos que cambiar el horario de sus citas'
export const sorryHoldingOne = (end: string) =>
  fullStop(
    `Lo sentimos: no podemos mantener el horario de su cita. Le estamos guardando otro. Por favor, responda a más tardar el ${end}`,
  )
export const sorryHoldingSeveral = (end: string) =>
  fullStop(
    `Lo sentimos: no podemos mantener los horarios de sus citas. Le estamos guardando otros. Por favor, responda a más tardar el ${end}`,
  )
export const why = (reason: string) => `Motivo: ${reason}`
export const waysToAnswer =
  'Puede aceptar, elegir otros horarios o cancelar. Si acepta, el precio y el pago siguen siendo los mismos.'
export const thenCancelOne =
  'Si para entonces no ha respondido, cancelaremos la cita y reembolsaremos todo lo que se haya pagado.'
export const thenCancelSeveral =
  'Si para entonces no ha respondido, cancelaremos las citas sin respuesta y reembolsaremos todo lo que se haya pagado.'
export const thenCallAndCancelOne = (end: string) =>
  `Si para entonces no ha respondido, trataremos de llamarle. Si para el ${end} no tenemos su respuesta, cancelaremos la cita y reembolsaremos todo lo que se haya pagado.`
export const thenCallAndCancelSeveral = (end: string) =>
  `Si para entonces no ha respondido, trataremos de llamarle. Si para el ${end} no tenemos su respuesta, cancelaremos las citas sin respuesta y reembolsaremos todo lo que se haya pagado.`
export const answer = 'Responder'
export const answerByPhone = (phone: string) => `Para responder, llámenos al ${phone}.`
export const pleaseAnswer = 'Responda, por favor'
export const noAnswerYetOne = (end: string) =>
  fullStop(
    `No podemos mantener el horario de su cita y todavía no tenemos su respuesta. Le estamos guardando otro. Por favor, responda a más tardar el ${end}`,
  )
export const noAnswerYetSeveral = (end: string) =>
  fullStop(
    `No podemos mantener los horarios de sus citas y todavía no tenemos su respuesta. Le estamos guardando otros. Por favor, responda a más tardar el ${end}`,
  )

export const staysOne = (when: string) => `Su cita se mantiene: ${when}`
export const staysOneHeading = 'Su cita se mantiene'
export const staySeveral = (n: number) => `Sus ${appointments(n)} se mantienen como estaban`
export const staySeveralHeading = 'Sus citas se mantienen como estaban'
export const noAnswerNeeded = 'No tiene que responder.'
export const canKeepOne =
  'Al final sí podemos mantener el horario. No tiene que responder: nada ha cambiado.'
export const canKeepSeveral =
  'Al final sí podemos mantener los horarios. No tiene que responder: nada ha cambiado.'

export const offList = (days: string) => `Ya no está en nuestra lista de espera: ${days}`
export const noTimes = 'No tenemos horarios en esos días.'
export const noTimesHeading = 'No tenemos horarios en los días que pidió'
export const tookOffList =
  'La clínica está cerrada en los días que pidió, o no tiene horarios adecuados en esos días, así que quitamos su solicitud de la lista de espera.'
export const appointmentStays = 'Su cita se mantiene como está.'
export const nextUnknown = 'Todavía no sabemos cuándo tendremos horarios adecuados.'
export const nextDay = (day: string) => `El próximo día con horarios adecuados es el ${day}.`
export const waitedFor = 'Días que pidió'
export const yourAppointment = 'Su cita'
export const waitForOtherDays = 'Esperar otros días'
export const waitByPhone = (phone: string) => `Para esperar otros días, llámenos al ${phone}.`
