export const appointment = 'Cita'
export const details = (url: string) => `Detalles: ${url}`
