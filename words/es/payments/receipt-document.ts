export const items = 'Conceptos'
export const appointment = 'Cita'
export const when = 'Fecha y hora'
export const amount = 'Monto'
export const treatmentFor = (treatment: string, patient: string) => `${treatment} para ${patient}`
export const taxId = (id: string) => `Identificación fiscal ${id}`
