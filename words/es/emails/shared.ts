import { theTime } from '../clock.ts'

export const hello = (name: string) => `Hola, ${name}:`
export const helloWithoutName = 'Hola:'
export const dayAtTime = (day: string, time: string) => `${day} a ${theTime(time)}`

export const forWhom = 'Para'
export const when = 'Cuándo'
export const where = 'Dónde'
export const whatToBring = 'Qué traer'
export const changesAndRefunds = 'Cambios y reembolsos'
export const newTime = 'Nuevo horario'
export const before = 'Antes'

export const viewAppointment = 'Ver la cita'
export const viewAppointments = 'Ver las citas'
export const createAccount = 'Crear una cuenta'
export const contactUs = 'Contáctenos'
export const noticeOfPrivacyPractices = 'Aviso de prácticas de privacidad'
export const turnOffReminders = 'Desactivar los recordatorios'

export const howToLink =
  'Para ver sus citas en línea, cree una cuenta con este correo electrónico y avísenos en la recepción.'
export const moveOrCancel = (phone: string) =>
  `Para cambiar o cancelar una cita, inicie sesión o llámenos al ${phone}.`
export const changeByPhone = (phone: string) =>
  `Para cambiar o cancelar una cita, llámenos al ${phone}.`
export const questions = (phone: string) => `¿Tiene preguntas? Llámenos al ${phone}.`
export const ifWrong = (phone: string) => `Si esto no es correcto, llámenos al ${phone}.`

export const whyBooked = 'Recibe este correo porque se reservó una cita con su cuenta.'
export const whyBookedByDesk =
  'Recibe este correo porque nuestra recepción reservó una cita para usted.'
export const whyGuardian =
  'Recibe este correo porque usted está en la lista de tutores de este niño o niña.'
export const whyPaid = 'Recibe este correo porque usted pagó esta cita.'
export const whyAccount =
  'Recibe este correo porque usted tiene una cuenta con este correo electrónico.'
