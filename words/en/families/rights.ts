export const mayBook = 'Book, move and cancel appointments'
export const mayBookHint =
  'Without this, they can still change what they booked themselves. Refunds go to the card that paid.'
export const mayPay = 'Pay for appointments that others have booked'
export const mayPayHint = 'With their own card. Each guardian pays for what they book themselves.'
export const receivesEmail = 'Get emails about appointments'
export const receivesEmailHint = 'New times, cancellations and reminders.'
/** In a list of what a guardian can do. */
export const book = 'book'
export const pay = 'pay'
export const getEmails = 'get emails'
export const can = (rights: string) => `Can ${rights}`
export const canOnlySee = 'Can only see appointments'
export const ownerCan = (rights: string) => `Owner. Can ${rights}`
export const ownerCanOnlySee = 'Owner. Can only see appointments'
