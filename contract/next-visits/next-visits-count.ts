// A file of its own, because pages that load no zod read it.

/** Header of `GET /appointments`: how many visits the clinic asks the caller's family to book. */
export const NEXT_VISITS_COUNT = 'x-next-visits'
