export const opensOn = (day: string) => `Online booking opens on ${day}`
export const paused = (reason: string) => `Online booking is paused: ${reason}`
export const notOpenYet = 'Online booking is not open yet'
