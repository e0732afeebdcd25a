import { plural } from '../units.ts'

export const yourFamily = 'Your family'
export const yourFamilyAt = (clinic: string) => `Your family at ${clinic}`
export const welcome = (clinic: string) =>
  `${clinic} has a new website. Your children and coming appointments are here already.`
export const whatHappensNext = 'What happens next'
export const stepAccount = 'Create an account, or log in to yours.'
export const stepBirthDate = 'Enter the birth date of one of your children.'
export const stepSee = 'See your appointments, and book online anytime.'

export const tooManyWrongDates = 'Too many wrong birth dates'
export const linkExpired = 'This link has expired'
export const newerLink = 'There is a newer link'
export const linkDoesNotWork = 'This link doesn’t work'
export const familyNotAdded = 'We couldn’t add your family'
export const linkUsed = 'This link has been used'
export const inOtherAccount =
  'The family is in another account, not in the one that you’re logged in to.'
export const logInIfItWasYou = 'If it was you, log in to see your appointments.'
export const goToAppointments = 'Go to my appointments'
export const logInWithOther = 'Log in with another account'

export const confirmEmailFirst = 'Confirm your email first'
export const emailSentTo = (email: string) =>
  `We sent an email to ${email} when you signed up. Click the link in it, then come back here.`

export const findFamily = 'Find your family'
export const enterBirthDate =
  'Enter the birth date of one of your children, so that we know the link has reached the right family.'
export const birthDate = 'Birth date'
export const tries = (n: number) =>
  plural(n, { one: 'You have one try left.', other: 'You have # tries.' })
export const confirm = 'Confirm'
export const useOtherAccount = 'Use another account'

export const familyAdded = 'Your family is in your account'
export const canNowBookFor = (names: string) => `You can now see and book for ${names}.`
export const comingAppointments = 'Coming appointments'
export const noAppointments = 'No appointment is booked.'

export const invite = (name: string) => `Invite ${name}`
export const inviteQuestion = (name: string) => `Invite ${name}?`
export const guardianCan =
  'They can then see and book for the same children, pay for their appointments, and get emails about them.'
export const guardianEmail = 'Their email'
export const acceptWithin = (days: number) =>
  plural(days, {
    one: 'They need an account with this email to accept, within # day.',
    other: 'They need an account with this email to accept, within # days.',
  })
export const sendInvitation = 'Send invitation'
export const notNow = 'Not now'
/** @param page the name of the page with the children */
export const invitationSent = (email: string, page: string) =>
  `We sent an invitation to ${email}. You can change what they may do under ${page} once they have accepted it.`
