export const minuteOfDay = (minute: string, day: string) => `${minute} on ${day}`
