// What the stand-in of the identity provider writes. The real one has templates of its own.

export const passwordReset = { title: 'Reset your password', action: 'Choose a new password' }
export const emailChange = { title: 'Confirm your new email', action: 'Change to this email' }
export const emailConfirmation = { title: 'Confirm your email', action: 'Confirm this email' }
