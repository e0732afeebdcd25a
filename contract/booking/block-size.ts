// A file of its own: the booking page first loads without the schemas.

/**
 * The fewest children of a block. A block is appointments of siblings on one day with short waits in between.
 */
export const FEWEST_TOGETHER = 2
export const MOST_CHILDREN_TOGETHER = 4
