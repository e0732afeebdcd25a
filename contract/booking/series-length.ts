// A file of its own: the booking page first loads without the schemas.

/** The shortest series: docs/requirements.md#series. */
export const FEWEST_IN_SERIES = 2
/** The longest series, unless an admin sets another. */
export const DEFAULT_MOST_IN_SERIES = 12
/** The highest limit that an admin can set. */
export const LONGEST_SERIES = 24
/** The most days, or weeks, from one appointment to the next. */
export const LONGEST_INTERVAL = 30

/** How often the appointments of a series follow each other. */
export interface Rhythm {
  /** How many appointments. */
  count: number
  every: number
  unit: 'days' | 'weeks'
}

/** The dialog's initial choice. */
export const WEEKLY: Rhythm = { count: 4, every: 1, unit: 'weeks' }
