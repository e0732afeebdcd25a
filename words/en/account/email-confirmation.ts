export const notConfirmedYet =
  'Your email isn’t confirmed yet. Click the link in the email we sent, then try again.'
export const haveConfirmed = 'I’ve confirmed it'
export const resend = 'Resend email'
export const send = 'Send email'
