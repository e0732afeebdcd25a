import { openDatabase } from '#drizzle/client.ts'
import { rebuildInsights } from '../roll-ups.ts'
import { TIME_ZONE } from './random-year.ts'

// A process that rebuilds all figures, which tests fork in order to kill it: `fork('rebuild-process.ts',
// [databaseFile, now])`. Sends a message after each transaction.

const [file = '', now = ''] = process.argv.slice(2)
const db = openDatabase(file)
const signal = { throwIfAborted: () => void process.send?.('computed') } as unknown as AbortSignal
await rebuildInsights({ db, timeZone: TIME_ZONE, now: () => new Date(now) }, 'all', { signal })
db.$client.close()
process.disconnect()
