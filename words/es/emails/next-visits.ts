export const timeToBook = (clinic: string) => `Es hora de reservar una visita en ${clinic}`
export const timeToBookHeading = 'Es hora de reservar una visita'
export const chooseTime = 'Elegir un horario'
export const chooseDay = 'Elija el día y el horario que le convengan.'
export const chooseDayTogether =
  'Elija el día y el horario que le convengan: sus niños pueden venir uno después del otro.'
export const chooseDayEach = 'Elija un día y un horario para cada visita.'
export const callToChoose = 'Por favor, llámenos para elegir un día y un horario.'
export const stopEmails = 'Dejar de recibir estos correos'
export const whyMayBook = 'Recibe este correo porque usted puede reservar citas para esta familia.'
export const whyMayBookForChild =
  'Recibe este correo porque usted puede reservar citas para este niño o niña.'
export const whyDeskBooks =
  'Recibe este correo porque nuestra recepción reserva citas para su familia.'

export const isTime = 'Ya es hora de la próxima visita.'
export const isTimeForSeveral = 'Ya es hora de las próximas visitas de sus niños.'
export const chooseAnotherDay = 'Elija otro día.'
export const missedYou = 'No nos vimos en su última cita y todavía nos gustaría verle.'
export const seeYouAgain = 'Nos gustaría verle de nuevo.'
export const seeYouAgainChoose =
  'Nos gustaría verle de nuevo. Elija el día y el horario que le convengan.'
export const seeYouAgainCall =
  'Nos gustaría verle de nuevo. Por favor, llámenos para elegir un día y un horario.'
