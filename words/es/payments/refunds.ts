export const refundDays = 'de 5 a 10 días hábiles'

export const noRefund = 'sin reembolso'
export const fullRefund = (amount: string) => `reembolso completo de ${amount}`
export const partRefund = (percent: number, amount: string) =>
  `reembolso del ${percent}%: ${amount}`

export const nothingPaid = 'No se pagó nada.'
export const paymentOnItsWay = 'Todavía hay un pago en camino: se reembolsará por completo.'
export const disputed =
  'Su banco está revisando este pago, así que no se reembolsa automáticamente. La clínica se comunicará con usted.'
export const otherPayer =
  'Pagó otro tutor. Lo que se reembolse según las condiciones de la clínica será para esa persona.'
export const allBackNow = (amount: string) =>
  `Si cancela ahora, se le devuelve el total de ${amount}.`

export const byClinic = {
  cancel: (refund: string) => `La clínica cancela: ${refund}.`,
  canceled: (refund: string) => `La clínica canceló: ${refund}.`,
}
export const inTime = {
  cancel: (time: string, refund: string) => `Si cancela ahora, ${time} antes: ${refund}.`,
  canceled: (time: string, refund: string) => `Usted canceló ${time} antes: ${refund}.`,
  'was canceled': (time: string, refund: string) => `Se canceló ${time} antes: ${refund}.`,
}
export const afterLateMove = {
  cancel: (time: string, refund: string) =>
    `Si cancela ahora, ${time} antes, pero esta cita se cambió con poca anticipación: ${refund}.`,
  canceled: (time: string, refund: string) =>
    `Usted canceló ${time} antes, pero esta cita se cambió con poca anticipación: ${refund}.`,
  'was canceled': (time: string, refund: string) =>
    `Se canceló ${time} antes, pero esta cita se cambió con poca anticipación: ${refund}.`,
}
export const handedBack = {
  cancel: (amount: string) => `Le devolvemos ${amount} en la clínica cuando usted venga.`,
  canceled: (amount: string) => `Le devolveremos ${amount} en la clínica cuando usted venga.`,
}
