export const loadingTheReceipt = 'Cargando el recibo'
export const receiptNotLoaded = 'No pudimos cargar el recibo'
export const backToHistory = 'Volver a Mi historial'
export const downloadPdf = 'Descargar PDF'
export const print = 'Imprimir'
export const fileName = (number: string) => `recibo-${number}.pdf`
