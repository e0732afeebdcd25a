export const title = 'Tarjetas'
export const explanation =
  'Nuestro proveedor de pagos las guarda para sus próximos pagos. Solo usted puede pagar con ellas aquí.'
export const didNotLoad = 'No pudimos cargar sus tarjetas'
export const loading = 'Cargando sus tarjetas'
export const yourCards = 'Sus tarjetas'
export const noCards = (label: string) =>
  `No tiene tarjetas guardadas. Para guardar una, marque «${label}» cuando pague.`
export const removeCard = (card: string) => `Quitar ${card}`
export const removed = (card: string) => `Se quitó ${card}`
export const askToRemove = (card: string) => `¿Quitar ${card}?`
export const ifRemoved =
  'Para pagar con ella, tendrá que volver a escribir sus datos. Los pagos anteriores no cambian.'
