import { theTime } from '../clock.ts'

/** The day comes last, because a time may end with a period of its own: 'las 6:00 p.m. del martes 9 de junio de 2026'. */
export const minuteOfDay = (minute: string, day: string) => `${theTime(minute)} del ${day}`
