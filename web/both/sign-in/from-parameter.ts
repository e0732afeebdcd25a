// A file of its own, because the script of every page reads it.

/** The parameter of the login page with the address to return to. */
export const FROM_PARAMETER = 'from'
