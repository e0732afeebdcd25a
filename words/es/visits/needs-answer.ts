export const toAnswerDidNotLoad = 'No pudimos cargar lo que necesita su respuesta'
export const needsAnswer = 'Necesita su respuesta'
export const cannotTakePlace = (time: string) => `La cita del ${time}, no puede realizarse.`
export const why = (reason: string) => `Motivo: ${reason}`
export const nowOn = (time: string) => `Su cita ahora es el ${time}`
export const seeOffer = 'Ver esta oferta'
export const accept = 'Aceptar'
export const acceptTime = (time: string, patient: string | null) =>
  patient === null ? `Aceptar el ${time}` : `Aceptar el ${time} para ${patient}`
export const otherTimes = 'Otros horarios'
export const otherTimesFor = (patient: string) => `Otros horarios para ${patient}`
export const seeDetails = 'Ver detalles'
