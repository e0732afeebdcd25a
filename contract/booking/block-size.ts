// Apart from the schemas, which the booking page does not need at first.

/** Children in a block: appointments of siblings on one day, without a long wait between them. */
export const FEWEST_TOGETHER = 2
export const MOST_CHILDREN_TOGETHER = 4
