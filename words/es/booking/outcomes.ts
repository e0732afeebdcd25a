export const outcomes = {
  completed: (day: string) => `Realizada el ${day}`,
  missed: (day: string) => `No asistió el ${day}`,
  canceled: (day: string) => `Cancelada el ${day}`,
  past: (day: string) => `Fue el ${day}`,
}

export const handedBack = (amount: string) => `Se devolvieron ${amount} en la clínica.`
export const refundedTo = (amount: string, card: string) =>
  `Se reembolsaron ${amount} a la tarjeta ${card}.`
export const refundedToYourCard = (amount: string) => `Se reembolsaron ${amount} a su tarjeta.`
export const onItsWayTo = (amount: string, card: string, days: string) =>
  `El reembolso de ${amount} a la tarjeta ${card} está en camino. Los bancos suelen tardar ${days}.`
export const onItsWayToYourCard = (amount: string, days: string) =>
  `El reembolso de ${amount} a su tarjeta está en camino. Los bancos suelen tardar ${days}.`

export const cannotTakePlace = 'No puede realizarse a esta hora'
export const needsYourAnswer = 'Necesita su respuesta'
