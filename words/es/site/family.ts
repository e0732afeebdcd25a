import { plural } from '../units.ts'

export const chooseTime = 'Elegir un horario'
export const seeWhatToBook = 'Ver qué reservar'
export const seeWhatToPay = 'Ver qué pagar'
export const yourNextAppointment = 'Su próxima cita:'
export const seeMyAppointments = 'Ver mis citas'
export const visitsToBook = (visits: number) =>
  plural(visits, {
    one: 'Es hora de reservar # visita',
    other: 'Es hora de reservar # visitas',
  })
export const chooseTimeFor = ({ treatment, child }: { treatment: string; child: string }) =>
  `Elegir un horario: ${treatment} para ${child}`
export const toPay = (appointments: number) =>
  plural(appointments, { one: '# cita por pagar', other: '# citas por pagar' })
export const pay = (price: string) => `Pagar ${price}`
export const payFor = (price: string, treatment: string) => `Pagar ${price} por ${treatment}`
