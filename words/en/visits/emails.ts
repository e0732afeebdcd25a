export const aboutYourEmails = 'About your emails'
export const resend = 'Resend'
export const sentTo = (address: string) => `We sent an email to ${address}. Click the link in it.`
