import type { IsoDate } from '#contract/dates.ts'
import { storedValue } from '#web/lib/stored-value.ts'

/**
 * The till at which this computer stands, and the day on which staff chose it; stored on this
 * computer.
 */
const till = storedValue('sprout.till-of-day')

const DAY_LENGTH = '2027-03-01'.length

const tillOf = (stored: string | null, day: IsoDate) =>
  stored?.startsWith(day) ? stored.slice(DAY_LENGTH + 1) : undefined

/** The till of this computer on a day; undefined before one was chosen that day. */
export const readTill = (day: IsoDate) => tillOf(till.read(), day)

/** The till that was chosen last, on any day. */
export const readLastTill = () => till.read()?.slice(DAY_LENGTH + 1)

export const chooseTill = (name: string, day: IsoDate) => till.write(`${day} ${name}`)

export const useTill = (day: IsoDate) => tillOf(till.use(), day)
