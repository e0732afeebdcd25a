import { storedValue } from '#web/lib/stored-value.ts'

/** Which till this computer stands at; kept on it. */
const till = storedValue('sprout.till')

/** The till of this computer; undefined before one was chosen. */
export const readTill = () => till.read() ?? undefined

export const chooseTill = (name: string) => till.write(name)

export const useTill = () => till.use() ?? undefined
