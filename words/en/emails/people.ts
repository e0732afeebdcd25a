export const newWebsite = 'Your clinic has a new website'
export const bookOnline = 'See and book your family’s appointments online.'
export const hasNewWebsite = (clinic: string) =>
  `${clinic} has a new website, on which you can see and book your family’s appointments.`
export const recordsAreReady =
  'Your family’s records are ready. Log in or create an account, then enter the birth date of one of your children, and they are in your account.'
export const findFamily = 'Find your family'
export const linkIsYours = 'The link is for your family only: please don’t pass it on.'
export const whyPatient = 'You get this email because your family is a patient of the clinic.'

export const emailChanged = 'Your email address was changed'
export const deskChangedEmail = 'Our front desk has changed the address for your appointments.'
export const toOldAddress =
  'Our front desk has changed the email address for your appointments. We’ll no longer send emails to this address.'
export const toNewAddress =
  'Our front desk has changed the email address for your appointments. From now on, we’ll send emails about them to this address.'
export const ifNotAsked = (phone: string) => `If you didn’t ask for this, call us at ${phone}.`
export const whyDeskHasAddress =
  'You get this email because our front desk has this address, or had it.'

export const areTheseYours = 'Are these appointments yours?'
export const confirmToSee = 'Confirm to see them in your account.'
export const bookedWithYourAddress =
  'Our front desk has appointments that were booked with your email address. Confirm in your account that they are yours to see them there.'
export const bookedFor = 'Booked for'
export const checkAndConfirm = 'Check and confirm'
export const ifNotYours = (phone: string) =>
  `If they are not yours, say so there, or call us at ${phone}.`

export const removedAsGuardian = 'You were removed as a guardian'
export const rightsChanged = 'Your rights as a guardian have changed'
export const rightsChangedHeading = 'Your rights have changed'
export const guardianMadeChange = 'Another guardian has made this change.'
export const guardianRemovedYou = 'Another guardian has removed you as a guardian of this child.'
export const stillSeePaid =
  'You still see appointments that you paid for, and can cancel them online until shortly before they start.'
export const guardianChangedRights = 'Another guardian has changed what you can do for this child.'
export const child = 'Child'
export const noLongerYours = 'No longer yours'
export const rights = {
  owner: 'Managing the child and its guardians',
  mayBook: 'Booking, moving and canceling appointments',
  mayPay: 'Paying for what other guardians have booked',
  receivesEmail: 'Emails about the child’s appointments',
}
export const whyWasGuardian = 'You get this email because you were a guardian of this child.'

export const invitedTo = (clinic: string) => `You’re invited to ${clinic}`
export const manageChildTogether = 'Manage a child’s appointments together.'
export const manageTogether = 'Manage appointments together'
export const inviterInvites = (inviter: string, clinic: string) =>
  `The person with the address ${inviter} invites you to manage a child’s appointments at ${clinic}.`
export const howToAccept =
  'Log in or sign up with the email address that this was sent to, then accept the invitation.'
export const viewInvitation = 'View invitation'
export const ifUnknown =
  'If you don’t know this person, ignore this email: nothing happens until you accept.'
export const whyInvited = 'You get this email because a family of the clinic entered your address.'

export const twoStepTurnedOff = 'Two-step verification was turned off'
export const passwordIsEnough = 'Your password alone is enough to log in now.'
export const twoStepIsOff = 'Two-step verification is off'
export const whyTurnedOff =
  'We turned off two-step verification for your account, because you told us that you can’t get codes on your phone. Your password alone is enough to log in now, and you were logged out on all devices.'
export const turnOnAgain = 'To turn it on again, add your phone in your profile.'
export const goToProfile = 'Go to your profile'
export const ifNotAskedCallNow = (phone: string) =>
  `If you didn’t ask for this, call us right away at ${phone}.`
