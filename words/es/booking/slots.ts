export const chooseTimeFor = (treatment: string) => `Elija un horario para ${treatment}`
export const otherDay = (day: string) =>
  `El día que pidió no está disponible. Estos son los horarios del ${day}.`
export const noFreeTimesOn = (day: string) => `No hay horarios disponibles el ${day}.`
export const noFreeTimesOfDoctorOn = (day: string) =>
  `No hay horarios disponibles con este médico el ${day}. Por favor, elija otro médico.`

export const noLongerAvailable = (time: string, day: string) =>
  `El horario ${time} del ${day} ya no está disponible. Estos horarios sí lo están, y los datos que escribió siguen aquí.`
export const justBooked = (time: string, day: string) =>
  `Alguien acaba de reservar el horario ${time} del ${day}. Estos horarios siguen disponibles, y los datos que escribió siguen aquí.`
export const priceIsNow = (treatment: string, price: string) =>
  `El precio de ${treatment} ahora es ${price}. Si está de acuerdo, elija de nuevo su horario. Los datos que escribió siguen aquí.`
export const seeMyAppointments = 'Ver mis citas'
export const oncePerDay =
  'Cada paciente puede tener el mismo tratamiento una sola vez al día, y una sola cita a la misma hora.'
export const keptDetails = 'Los datos que escribió siguen aquí.'
