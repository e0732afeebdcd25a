export const card = 'Tarjeta'
export const anotherCard = 'Otra tarjeta'
export const keepThisCard = 'Guardar esta tarjeta para la próxima vez'
export const providerKeepsIt =
  'La guarda nuestro proveedor de pagos. Solo usted puede pagar aquí con ella, y puede quitarla en su perfil en cualquier momento.'
export const nothingCharged = 'No se cobró nada.'
export const expires = (month: string) => `vence ${month}`
export const expired = (month: string) => `venció ${month}`
