export const languageOfEmails = 'Language of emails'
export const receiptsToo = 'Your receipts are in this language, too.'
export const notOfferedYet =
  'Emails and receipts are in English until the clinic offers this language.'
