export const noAppointment = 'Appointment not found.'
export const noChild = 'Child not found.'
export const noFamily = 'Family not found.'
export const noDoctor = 'The clinic has no such doctor any more.'
export const changedMeanwhile =
  'Someone else has changed this in the meantime. Nothing you typed was lost.'
export const appointmentChanged = 'This appointment has changed meanwhile. Please check it again.'
export const notOpen = '{why}. To book, call {phone}.'
