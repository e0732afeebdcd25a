export const loadingTheReceipt = 'Loading the receipt'
export const receiptNotLoaded = 'We couldn’t load the receipt'
export const backToHistory = 'Back to My History'
export const downloadPdf = 'Download PDF'
export const print = 'Print'
export const fileName = (number: string) => `receipt-${number}.pdf`
