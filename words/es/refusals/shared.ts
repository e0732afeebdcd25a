export const noAppointment = 'No encontramos esa cita.'
export const noChild = 'No encontramos a ese niño.'
export const noFamily = 'No encontramos a esa familia.'
export const noDoctor = 'Ese médico ya no está en la clínica.'
export const changedMeanwhile =
  'Otra persona cambió esto mientras tanto. No se perdió nada de lo que escribió.'
export const appointmentChanged = 'Esta cita cambió mientras tanto. Por favor, revísela de nuevo.'
export const notOpen = '{why}. Para reservar, llame al {phone}.'
