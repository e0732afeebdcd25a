import { theTime } from '../clock.ts'

export const freeToCancelUntil = (when: string) => `Puede cancelar sin costo hasta el ${when}`
export const freeToCancelUntilItStarts = 'Puede cancelar sin costo hasta que comience la cita'
export const refundUntil = (percent: number, when: string) =>
  `Reembolso del ${percent}% si cancela a más tardar el ${when}`
export const refundUntilItStarts = (percent: number) =>
  `Reembolso del ${percent}% si cancela antes de que comience la cita`
export const noRefund = 'Si cancela, no hay reembolso'
export const movedOnlineUntil = (when: string) => `Puede cambiar la cita en línea hasta el ${when}`
export const canceledOnlineUntil = (when: string) =>
  `Puede cancelar la cita en línea hasta el ${when}`

export const startsWithoutChange = (when: string) =>
  `Comienza el ${when}: ya no hay reembolso ni cambios en línea`
export const startsInWithoutChange = (time: string) =>
  `Comienza en ${time}: ya no hay reembolso ni cambios en línea`
export const startsWithCall = (when: string) => `Comienza el ${when}: llámenos para cambiar la cita`
export const startsInWithCall = (time: string) =>
  `Comienza en ${time}: llámenos para cambiar la cita`

export const instant = (day: string, minute: string) => `${day} a ${theTime(minute)}`
export const instantInZone = (day: string, minute: string, zone: string) =>
  `${day} a ${theTime(minute)} ${zone}`
