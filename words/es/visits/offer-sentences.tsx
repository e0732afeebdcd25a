import type { ReactNode } from 'react'

export const holdingTime = (until: ReactNode) => (
  <>Le guardamos este horario hasta {until}. Después queda disponible para otras familias.</>
)
export const holdingTimes = (until: ReactNode) => (
  <>Le guardamos estos horarios hasta {until}. Después quedan disponibles para otras familias.</>
)
export const holdingOrCancel = (until: ReactNode) => (
  <>
    Le guardamos este horario hasta {until}. Si no responde antes, cancelaremos su cita y
    reembolsaremos todo lo que se pagó.
  </>
)
export const answerByOrCancel = (answerBy: ReactNode, until: string) => (
  <>
    Le guardamos este horario. Responda, por favor, a más tardar a {answerBy}. Si no lo hace,
    intentaremos llamarle por teléfono. Si no tenemos su respuesta antes de {until}, cancelaremos su
    cita y reembolsaremos todo lo que se pagó.
  </>
)
