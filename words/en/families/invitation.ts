export const invitation = 'Invitation'
export const loading = 'Loading your invitation'
export const didNotLoad = 'We couldn’t load your invitation'
export const notFound = 'We couldn’t find that invitation'
export const linkMayBeIncomplete =
  'The link may be incomplete. Open it from the email again, or ask for a new invitation.'
export const hasExpired = 'This invitation has expired'
export const askForNewOne = (inviter: string) => `Ask ${inviter} for a new invitation.`
export const wasWithdrawn = 'This invitation was withdrawn'
export const ifThatIsMistake = (inviter: string) =>
  `If you think that’s a mistake, ask ${inviter} for a new invitation.`
export const alreadyTheirGuardian = 'You already look after these children'
export const nothingLeft = 'There’s nothing left to accept.'
export const lookAfter = (names: string) => `Look after ${names}`
export const invitesYou = (inviter: string, names: string) =>
  `${inviter} invites you to look after ${names} together.`
export const whatYouCanDo = 'What you’ll be able to do'
export const seeThem = 'See their birth dates and appointments'
export const whatOthersSee =
  'Other guardians never see your address, phone, card or receipts. You can leave at any time.'
export const accept = 'Accept'
export const notNow = 'Not now'
export const oneIsListed = (name: string) => `${name} is already on your list`
export const severalAreListed = (names: string) => `${names} are already on your list`
export const oneIsMerged = (name: string, inviter: string) =>
  `If you accept, your own entry is merged with this one. All appointments, including past ones, move there, and the other guardians can see them. You still own ${name}, and so does ${inviter}. This can’t be undone.`
export const severalAreMerged = (names: string, inviter: string) =>
  `If you accept, your own entries are merged with these. All appointments, including past ones, move there, and the other guardians can see them. You still own ${names}, and so does ${inviter}. This can’t be undone.`
export const accepted = 'Invitation accepted'
export const canBookFor = (names: string) => `You can now see and book for ${names}.`
export const canSeeAppointmentsOf = (names: string) =>
  `You can now see the appointments of ${names}.`
export const acceptedBefore =
  'You have accepted this invitation. The children are under My Children.'
export const isForOtherAddress = 'This invitation is for another address'
export const loggedInAs = (email: string) =>
  `You’re logged in as ${email}. Log in with the address that the invitation was sent to.`
export const useOtherAddress = 'Log in with another address'
export const confirmFirst = 'Confirm your email first'
export const confirmAddress = (email: string) =>
  `Confirm that ${email} is your address. Then you can see the invitation.`
export const sentAtSignUp =
  'We sent you an email with a link when you signed up. Click the link, then come back here.'
export const seeMyAppointments = 'See my appointments'
