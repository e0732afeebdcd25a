export const items = 'Items'
export const appointment = 'Appointment'
export const when = 'When'
export const amount = 'Amount'
export const treatmentFor = (treatment: string, patient: string) => `${treatment} for ${patient}`
export const taxId = (id: string) => `Tax ID ${id}`
