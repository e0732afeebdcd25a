export const hello = (name: string) => `Hello ${name},`
export const helloWithoutName = 'Hello,'
export const dayAtTime = (day: string, time: string) => `${day} at ${time}`

export const forWhom = 'For'
export const when = 'When'
export const where = 'Where'
export const whatToBring = 'What to bring'
export const changesAndRefunds = 'Changes and refunds'
export const newTime = 'New time'
export const before = 'Before'

export const viewAppointment = 'View appointment'
export const viewAppointments = 'View appointments'
export const createAccount = 'Create an account'
export const contactUs = 'Contact us'
export const noticeOfPrivacyPractices = 'Notice of Privacy Practices'
export const turnOffReminders = 'Turn off reminders'

export const howToLink =
  'To see your appointments online, sign up with this email address and tell us at the front desk.'
export const moveOrCancel = (phone: string) => `To move or cancel, log in or call us at ${phone}.`
export const changeByPhone = (phone: string) => `To change or cancel, call us at ${phone}.`
export const questions = (phone: string) => `Questions? Call us at ${phone}.`
export const ifWrong = (phone: string) => `If this is wrong, call us at ${phone}.`

export const whyBooked = 'You get this email because an appointment was booked with your account.'
export const whyBookedByDesk =
  'You get this email because our front desk booked an appointment for you.'
export const whyGuardian = 'You get this email because you are a guardian of this child.'
export const whyPaid = 'You get this email because you paid for this appointment.'
export const whyAccount = 'You get this email because you have an account with this address.'
