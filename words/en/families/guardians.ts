export const guardiansOf = (name: string) => ({
  loading: `Loading ${name}’s guardians`,
  failed: `We couldn’t load ${name}’s guardians`,
})
export const toLeave = 'To leave, make another guardian an owner first.'
export const change = 'Change'
export const changeYourRights = (child: string) => `Change what you may do for ${child}`
export const changeRightsOf = (name: string, child: string) =>
  `Change what ${name} may do for ${child}`
export const yourRights = 'What you may do'
export const rightsOf = (name: string) => `What ${name} may do`
export const yourRightsAreSaved = 'Your rights are saved'
export const rightsAreSaved = (name: string) => `${name}’s rights are saved`
export const owner = 'Owner'
export const ownerHint = (child: string) =>
  `Changes ${child}’s details and guardians, and can always book and pay.`
export const leave = 'Leave'
export const leaveChild = (child: string) => `Leave ${child}`
export const removeFrom = (name: string, child: string) => `Remove ${name} from ${child}`
export const leaveGuardiansOf = (child: string) => `Leave ${child}’s guardians?`
export const removeGuardian = (name: string) => `Remove ${name}?`
export const ifYouLeave = (child: string) =>
  `You will no longer see ${child} and the appointments, book, pay or get emails about them. What you have booked stays. An owner can invite you again.`
export const ifRemoved = (name: string, child: string) =>
  `${name} will no longer see ${child} and the appointments, book, pay or get emails about them. What ${name} has booked stays.`
export const youNoLongerLookAfter = (child: string) => `You no longer look after ${child}`
export const noLongerLooksAfter = (name: string, child: string) =>
  `${name} no longer looks after ${child}`
export const withdraw = 'Withdraw'
export const withdrawInvitation = (email: string) => `Withdraw the invitation to ${email}`
export const invitationIsWithdrawn = (email: string) => `The invitation to ${email} is withdrawn`
export const whatTheyMayDo = 'What they may do'
export const whatGuardiansSee =
  'Every guardian sees the child’s name, birth date and appointments, but not another guardian’s address, phone number, card or receipts.'
export const theirEmail = 'Their email'
export const theirEmailHint = (days: number) =>
  `They need an account with this email to accept, within ${days} days.`
export const children = 'Children'
export const sameChild =
  'If they have added the same child already, the two entries become one, which you both own.'
export const sendInvitation = 'Send invitation'
export const sentInvitation = (email: string) => `We sent an invitation to ${email}`
