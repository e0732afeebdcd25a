// Shared by the pages of login, sign-up and links of emails.

export const logIn = 'Log in'
export const logOut = 'Log out'
export const createAccount = 'Create an account'
export const email = 'Email'
export const password = 'Password'
/** Between two ways to log in. */
export const or = 'or'
export const continueWithGoogle = 'Continue with Google'
export const continueInGoogleWindow =
  'Continue in the Google window, or click the button again to reopen it.'
export const goToProfile = 'Go to your profile'
