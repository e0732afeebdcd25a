// Letters that the front desk prints, each in the language of its family.

export const ourNewWebsite = 'Our new website'
export const newWebsite = (clinic: string) =>
  `${clinic} has a new website. Your children and their coming appointments are on it already. With an account you see them, book online anytime, and get reminders by email.`
export const scanCode = 'Scan the code with your phone, or type the address below it.'
export const createAccount = 'Create an account, or log in to yours.'
export const enterBirthDate = 'Enter the birth date of one of your children.'
export const qrCode = 'QR code of the address below'
export const worksUntil = (day: string) =>
  `The link works once, until ${day}. It is only for your family: please keep this letter to yourself.`
export const timeToBook = 'Time to book a visit'
export const callUs = (phone: string) => `Questions? Call us at ${phone}.`
export const yourTeam = (clinic: string) => `Your team at ${clinic}`
