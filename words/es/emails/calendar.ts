export const details = (url: string) => `Detalles: ${url}`
