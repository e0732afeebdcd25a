export const title = 'Horarios disponibles'
export const pickATime =
  'Elija un horario para reservarlo en línea. Su elección se conserva si primero tiene que iniciar sesión o crear una cuenta.'
export const treatmentNotOffered =
  'El tratamiento de este enlace ya no se ofrece. Estos son los que sí se ofrecen.'
export const noneOnline = 'No hay citas en línea en este momento'
export const notLoaded = 'No pudimos cargar los horarios disponibles'
export const loading = 'Cargando los horarios disponibles'
export const treatments = 'Tratamientos'
export const nothingFree = 'Sin horarios'
export const days = 'Días'
export const otherDays = 'Otros días en el calendario'
export const bookThisTime = 'Reservar este horario'
export const timeIsTaken = 'Ese horario ya no está disponible'
export const youHaveBookedIt = 'Usted ya reservó este horario'
export const seeAppointment = 'Ver la cita'
export const withOneOfDoctors = (doctors: number) => `con uno de ${doctors} médicos`
export const withDoctors = (names: readonly string[]) =>
  // With «con» before each, because «o» is «u» before a name such as Óscar.
  names.map((name) => `con ${name}`).join(' o ')
export const nearestTimes = (taken: string) =>
  `${taken}: este horario ya no se puede reservar. Los horarios disponibles más cercanos de ese día:`
export const nothingElseFreeOn = (day: string) =>
  `No queda nada más disponible el ${day}. Estos son los próximos días con horarios disponibles.`
