export const opensOn = (day: string) => `Las reservas en línea se abren el ${day}`
export const paused = (reason: string) => `Las reservas en línea están en pausa: ${reason}`
export const notOpenYet = 'Las reservas en línea todavía no están abiertas'
