// The home page of a family that is logged in.

import { plural } from '../units.ts'

export const chooseTime = 'Choose a time'
export const seeWhatToBook = 'See what to book'
export const seeWhatToPay = 'See what to pay'
export const yourNextAppointment = 'Your next appointment:'
export const seeMyAppointments = 'See my appointments'
export const visitsToBook = (visits: number) =>
  plural(visits, { one: 'Time to book: # visit', other: 'Time to book: # visits' })
export const chooseTimeFor = ({ treatment, child }: { treatment: string; child: string }) =>
  `Choose a time: ${treatment} for ${child}`
export const toPay = (appointments: number) => plural(appointments, { other: '# to pay' })
export const pay = (price: string) => `Pay ${price}`
export const payFor = (price: string, treatment: string) => `Pay ${price} for ${treatment}`
