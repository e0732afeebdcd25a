export const title = 'Sign Up'
export const lead = 'Create an account to book and pay online.'
export const toSeeInvitation =
  'To see your invitation, create an account with the email address it was sent to. Then we’ll ask you to confirm it.'
export const name = 'Name'
export const logInWithThisEmail = 'Log in with this email'
