import { storedValue } from '#web/lib/stored-value.ts'

/** The till at which this computer stands; kept on it. */
const till = storedValue('sprout.till')

/** The till of this computer; undefined before one was chosen. */
export const readTill = () => till.read() ?? undefined

export const chooseTill = (name: string) => till.write(name)

export const useTill = () => till.use() ?? undefined
