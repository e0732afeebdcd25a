// Apart from the other parameters, because the script of every page reads it.

/** Where the address of the booking keeps the id of the chosen treatment. */
export const TREATMENT_PARAMETER = 'treatment'
