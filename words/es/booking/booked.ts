import { plural } from '../units.ts'

export const appointmentSet = (day: string, slot: string) =>
  `Su cita quedó reservada para el ${day}, ${slot}`
export const appointmentsSetOn = (n: number, day: string) =>
  plural(n, {
    one: `# cita quedó reservada para el ${day}`,
    other: `# citas quedaron reservadas para el ${day}`,
  })
export const appointmentsSetFromTo = (n: number, first: string, last: string) =>
  plural(n, {
    one: `# cita quedó reservada del ${first} al ${last}`,
    other: `# citas quedaron reservadas del ${first} al ${last}`,
  })

export const alreadyBooked = (day: string, slot: string) =>
  `Usted ya tiene una cita el ${day}, ${slot}`
export const alreadyBookedFor = (day: string, slot: string, child: string) =>
  `Usted ya tiene una cita el ${day}, ${slot}, para ${child}`
