export const makeAppointment = 'Reservar una cita'
export const loggedOut = 'Se cerró su sesión. Inicie sesión de nuevo.'
export const loadingAppointments = 'Cargando sus citas'
export const appointmentsDidNotLoad = 'No pudimos cargar sus citas'
export const loadingToAnswer = 'Cargando lo que necesita su respuesta'
export const loadingVisits = 'Cargando las visitas por reservar'
export const loadingOfOthers = 'Cargando las citas que reservaron otras personas'
export const ofOthersDidNotLoad = 'No pudimos cargar las citas que reservaron otros tutores'
export const laterAppointments = 'Citas siguientes'
export const pastAndCanceled = (n: number) => `Pasadas y canceladas (${n})`
export const noneYet = 'Todavía no tiene citas'
export const noneUpcoming = 'No tiene próximas citas'
export const appointmentsShowUpHere =
  'Aquí aparecerán las citas que reserve y el estado de su pago.'
export const treatment = 'Tratamiento'
export const date = 'Fecha'
export const slot = 'Horario'
export const price = 'Precio'
export const payment = 'Pago'
export const anotherGuardian = 'Otro tutor'
export const bookedByAnother = 'La reservó otro tutor'
export const pay = 'Pagar'
export const paid = 'Pagada'
export const transactionId = 'Número de transacción:'
export const payAmount = (amount: string) => `Pagar ${amount}`
export const payFor = (what: string, day: string) => `Pagar ${what}, ${day}`
export const payAmountFor = (amount: string, what: string, day: string) =>
  `Pagar ${amount} por ${what}, ${day}`
export const treatmentFor = (treatment: string, patient: string) => `${treatment} para ${patient}`
export const toPay = (n: number) => `${n} por pagar`
export const chooseWhatToPay = 'Elegir qué pagar'
export const payBoth = (amount: string) => `Pagar ambas · ${amount}`
export const payAll = (n: number, amount: string) => `Pagar las ${n} · ${amount}`
export const nextAppointment = (when: string) => `Próxima cita, ${when}`
export const nextAppointments = (when: string) => `Próximas citas, ${when}`
export const whatToBring = 'Qué traer'
export const details = 'Detalles'
export const detailsOf = (what: string, day: string) => `Detalles de ${what}, ${day}`
export const moveOrCancel = 'Cambiar o cancelar'
export const moveOrCancelOf = (what: string, day: string) => `Cambiar o cancelar ${what}, ${day}`
export const addToCalendarFor = (patient: string) => `Agregar al calendario para ${patient}`
export const nextOfChildren = 'Próxima cita de sus niños'
export const sharedByAnother = 'la reservó otro tutor'
export const withDoctorByAnother = (doctor: string) => `con ${doctor}, la reservó otro tutor`
export const seeAppointment = 'Ver la cita'
