export const languageOfEmails = 'Language of emails'
export const receiptsToo = 'Your receipts are in this language, too.'
