/** A link with this fragment opens the form for another email, in the profile. */
export const CHANGE_EMAIL_FRAGMENT = '#change-email'
export const CHANGE_EMAIL_PATH = `/dashboard/profile${CHANGE_EMAIL_FRAGMENT}`
