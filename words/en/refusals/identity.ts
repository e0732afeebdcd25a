export const invalidEmail = 'Enter a valid email address'
export const otherEmail = 'That’s not the email you’re logged in with.'
export const emailTaken =
  'This email is linked to another account. Please call us and we’ll sort it out.'
export const noSession = 'You have no such session.'
export const onlyOwnAccount = 'You can only ask about your own account.'
