export const chooseTimeFor = (treatment: string) => `Elija un horario para ${treatment}`
export const otherDay = (day: string) =>
  `El día que pidió no está disponible. Estos son los horarios del ${day}.`
export const noFreeTimesOn = (day: string) => `No hay horarios disponibles el ${day}.`
export const noFreeTimesOfDoctorOn = (day: string) =>
  `No hay horarios disponibles con este médico el ${day}. Por favor, elija otro.`

export const noLongerAvailable = (time: string, day: string) =>
  `El horario ${time} del ${day} ya no está disponible. Estos horarios sí lo están, y guardamos sus datos.`
export const justBooked = (time: string, day: string) =>
  `Alguien acaba de reservar el horario ${time} del ${day}. Estos horarios siguen disponibles, y guardamos sus datos.`
export const priceIsNow = (treatment: string, price: string) =>
  `El precio de ${treatment} ahora es ${price}. Si está de acuerdo, elija de nuevo su horario. Guardamos sus datos.`
export const seeMyAppointments = 'Ver mis citas'
export const oncePerDay =
  'Cada paciente puede tener un tratamiento una vez al día, y una sola cita a la vez.'
export const keptDetails = 'Guardamos sus datos.'
