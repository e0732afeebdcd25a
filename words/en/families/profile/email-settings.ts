export const title = 'Emails'
export const explanation =
  'We email you about your bookings, payments and changes, and remind you of appointments.'
export const didNotLoad = 'We couldn’t load your email settings'
export const loading = 'Loading your email settings'
export const address = 'Address'
export const notWorking = 'Not working'
export const confirmed = 'Confirmed'
export const notConfirmed = 'Not confirmed yet'
export const sentTo = (email: string) =>
  `We sent an email to ${email}. Click the link in it, then come back here.`
export const confirmIt =
  'Confirm that this address is yours. Until then we can’t send you confirmations or reminders.'
export const resend = 'Resend email'
export const confirmAddress = 'Confirm address'
export const remindMe = 'Remind me of appointments'
export const remindMeHint =
  'By email, before each appointment. We always email confirmations and changes.'
export const stoppedFor = 'You’ve stopped emails about visits to book for:'
export const turnOn = 'Turn on'
export const turnOnFor = (name: string) => `Turn on emails about ${name}`
export const changeEmail = 'Change email'
export const newEmail = 'New email'
export const newEmailHint =
  'We’ll send a link to it. Your email changes when you click the link; then log in again.'
export const isYourEmail = 'This is already your email'
export const linkSent = (email: string, address: string) =>
  `We sent an email to ${email}. Click the link in it to change your email. Until then it stays ${address}.`
export const send = 'Send email'
