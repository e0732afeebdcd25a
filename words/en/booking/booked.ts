import { appointments } from '../units.ts'

/** 'Appointment is set on Jun 5, 2022 at 09:00 AM - 09:30 AM' */
export const appointmentSet = (day: string, slot: string) =>
  `Appointment is set on ${day} at ${slot}`
export const appointmentsSetOn = (n: number, day: string) => `${appointments(n)} are set on ${day}`
export const appointmentsSetFromTo = (n: number, first: string, last: string) =>
  `${appointments(n)} are set from ${first} to ${last}`

export const alreadyBooked = (day: string, slot: string) =>
  `You already have an appointment on ${day} at ${slot}`
export const alreadyBookedFor = (day: string, slot: string, child: string) =>
  `You already have an appointment on ${day} at ${slot} for ${child}`
