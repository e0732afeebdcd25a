export const minuteOfDay = (minute: string, day: string) => `${day}, ${minute}`
