import { loadEnv } from '../domain/config/load-env.ts'
import { openExistingStore } from '../domain/process/open-store.ts'
import { describeStartFailure, StartError } from '../domain/process/start-error.ts'
import { countDeliveries } from '../drizzle/queries/deliveries.ts'
import {
  listParked,
  type ParkedDelivery,
  retryParked,
} from '../drizzle/queries/failed-deliveries.ts'
import { writeTransaction } from '../drizzle/write-transaction.ts'
import { readArguments, refuseArguments } from './arguments.ts'

const USAGE = `Usage:
  npm run events -- list          the deliveries that were given up, and how many stand where
  npm run events -- retry EVENT   tries those of one event again
  npm run events -- retry all     tries all of them again`

const { positionals } = readArguments(USAGE, { allowPositionals: true })
const [command = 'list', which, ...rest] = positionals
const isUnderstood =
  rest.length === 0 &&
  ((command === 'list' && which === undefined) || (command === 'retry' && which !== undefined))
if (!isUnderstood) refuseArguments(USAGE)

try {
  const db = openExistingStore(loadEnv().dataDir)
  if (command === 'list') {
    console.log([...listParked(db).map(describe), summary(countDeliveries(db))].join('\n'))
  } else {
    const now = new Date()
    const count = await writeTransaction(db, () =>
      retryParked(db, now, which === 'all' ? undefined : which),
    )
    if (count === 0 && which !== 'all') {
      throw new StartError(`No delivery of the event ${which} was given up.`)
    }
    console.log(`${count} ${count === 1 ? 'delivery' : 'deliveries'} to be tried again.`)
  }
  db.$client.close()
} catch (error) {
  console.error(describeStartFailure(error))
  process.exit(1)
}

function describe(delivery: ParkedDelivery): string {
  const { eventId, handler, kind, subject, occurredAt, attempts, lastError } = delivery
  return `${eventId}  ${kind} of ${subject}, ${occurredAt.toISOString()}
  ${handler}: given up after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${lastError}
`
}

function summary(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ')
}
