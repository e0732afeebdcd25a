// A file of its own, because the settings need it and nothing else of the check-up plan.

/** The most children of a batch, which an admin can lower. */
export const LARGEST_BATCH = 100
