export const appointment = 'Appointment'
export const details = (url: string) => `Details: ${url}`
