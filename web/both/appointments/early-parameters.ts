// Apart from the other parameters, because the script of every page reads these.

/** Where the id of the child is kept that the appointment is for; empty for the user. */
export const CHILD_PARAMETER = 'child'

/**
 * Where the ids of siblings who come together are kept, each with that of its treatment:
 * `siblings=CHILD:TREATMENT,CHILD:TREATMENT`; empty before they were chosen.
 */
export const SIBLINGS_PARAMETER = 'siblings'
