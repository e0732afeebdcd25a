import { StartError } from '#domain/process/errors.ts'
import {
  countDeliveries,
  type FailedDelivery,
  listFailedDeliveries,
  retryFailedDeliveries,
} from '#drizzle/queries/deliveries.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { readArguments, refuseArguments } from './arguments.ts'
import { runOnStore } from './command.ts'

const USAGE = `Usage:
  npm run events -- list          lists failed deliveries, with counts by status
  npm run events -- retry EVENT   retries one event’s failed deliveries
  npm run events -- retry all     retries all failed deliveries`

const { positionals } = readArguments(USAGE, { allowPositionals: true })
const [command = 'list', which, ...rest] = positionals
const isValid =
  rest.length === 0 &&
  ((command === 'list' && which === undefined) || (command === 'retry' && which !== undefined))
if (!isValid) refuseArguments(USAGE)

await runOnStore(async (db) => {
  if (command === 'list') {
    console.log(
      [...listFailedDeliveries(db).map(describe), summary(countDeliveries(db))].join('\n'),
    )
  } else {
    const now = new Date()
    const count = await writeTransaction(db, (tx) =>
      retryFailedDeliveries(tx, now, which === 'all' ? undefined : which),
    )
    if (count === 0 && which !== 'all') {
      throw new StartError(`Event ${which} has no failed deliveries.`)
    }
    console.log(`${count} ${count === 1 ? 'delivery' : 'deliveries'} will be retried.`)
  }
})

function describe(delivery: FailedDelivery): string {
  const { eventId, handler, kind, subject, occurredAt, attempts, lastError } = delivery
  return `${eventId}  ${kind} of ${subject}, ${occurredAt.toISOString()}
  ${handler}: failed after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${lastError}
`
}

function summary(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ')
}
