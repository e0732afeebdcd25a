import type { ReactNode } from 'react'

type Hidden = (text: string) => ReactNode

interface Time {
  time: string
  day: string
  treatment: string
}

export const nextFreeDay = (day: string, hidden: Hidden) => (
  <>
    {hidden('próximo día disponible: ')}
    {day}
  </>
)
export const freeTimes = (times: number) => (
  <>
    {times} <span>{times === 1 ? 'libre' : 'libres'}</span>
  </>
)
export const moreInTheMorning = (times: number, hidden: Hidden) => (
  <>
    y {times} más {hidden('por la mañana')}
  </>
)
export const moreInTheAfternoon = (times: number, hidden: Hidden) => (
  <>
    y {times} más {hidden('por la tarde')}
  </>
)
export const bookAt = ({ time, day, treatment }: Time, hidden: Hidden) => (
  <>
    {time} {hidden(`el ${day}: reservar ${treatment}`)}
  </>
)
export const noTimesFor = (treatment: ReactNode, phone: ReactNode) => (
  <>
    No hay horarios disponibles para {treatment} en los días que se pueden reservar en línea. Cada
    día se abren horarios nuevos: revise de nuevo mañana o llámenos al {phone}.
  </>
)
export const noTreatmentsCall = (phone: ReactNode) => (
  <>En este momento no se puede reservar ningún tratamiento en línea. Llámenos al {phone}.</>
)
export const callUsAt = (phone: ReactNode) => <>Llámenos al {phone}.</>
