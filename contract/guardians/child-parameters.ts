// A file of its own, because the script of every page reads these.

/** The parameter with the id of the child to book for; empty for the user. */
export const CHILD_PARAMETER = 'child'

/**
 * The parameter with siblings who come together, each with their treatment:
 * `siblings=CHILD:TREATMENT,CHILD:TREATMENT`; empty before they are chosen.
 */
export const SIBLINGS_PARAMETER = 'siblings'
