export const notBorn = 'The birth date can’t be in the future.'
export const adults =
  'From their {adult}th birthday on, patients book with an account of their own.'
export const sameInOtherList =
  'Another guardian has a child with this name and birth date on their list.'
export const fullList = 'You can have up to {most} children on your list. Archive one first.'
export const onlyOwners = 'Only a guardian who manages this child can do this.'
export const sameInList = 'You already have a child with this name and birth date.'
export const sameInArchive = 'This child is in your archive. Bring the child back instead.'
export const hasAppointments = 'This child has an appointment coming up. Cancel it first.'
export const adult = '{child} is {adult} or older, and books with an account of their own.'
export const tooManyGuardians =
  '{child} can have up to {most} guardians, open invitations included.'
export const unverifiedInviter = 'Confirm your own email address before you invite a guardian.'
export const archived = '{child} is in your archive. Bring the child back first.'
export const yourself = 'This is your own email address.'
export const alreadyGuardian = 'This person is a guardian already.'
export const tooManyInvitations =
  'You can have up to {most} open invitations, and send as many a day. Withdraw one, or try again tomorrow.'
export const noInvitation = 'Invitation not found.'
export const otherAddress =
  'This invitation was sent to another email address. Log in with that address.'
export const unverified = 'Confirm your email address first. Then you can accept the invitation.'
export const notAgreed = '{child} is on your list already. Load this page again to merge the two.'
export const sameChild =
  '{child} is on your list already, with other guardians. Take that entry off My Children first.'
export const conflict =
  'You and another guardian have booked the same appointment for {child}, or two at the same time. Cancel yours first, or take your own entry off My Children.'
export const alreadyAccepted = 'This invitation was accepted. Remove the guardian instead.'
export const noGuardian = 'Guardian not found.'
export const lastOwner =
  'A child needs a guardian who manages it. Let another guardian manage it first.'
export const onlyGuardian = 'There is no other guardian. Remove the child from your list instead.'
