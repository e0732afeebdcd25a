export const ill = 'Enfermedad'
export const noTime = 'Falta de tiempo'
export const notNeeded = 'Ya no es necesaria'
export const other = 'Otro motivo'
export const cancelThisAppointment = 'Cancelar esta cita'
export const cancelThis = '¿Cancelar esta cita?'
export const lookingUpRefund = 'Consultando su reembolso'
export const refundNotFound = 'No pudimos consultar su reembolso.'
export const refundHasChanged =
  'El reembolso cambió, así que no se canceló nada. Revíselo de nuevo.'
export const why = '¿Por qué? (opcional)'
export const moveInstead = 'Mejor cambiar la cita'
export const moveInsteadFree = 'Mejor cambiar la cita, sin costo'
export const keepAppointment = 'Mantener la cita'
export const lost = (amount: string) => `Si cancela ahora, pierde ${amount}.`
export const freeForIllness = (lastDay: string) =>
  `¿Su niño se enfermó? Pase la cita sin costo a cualquier día hasta el ${lastDay}.`
