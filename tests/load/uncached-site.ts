import { v7 as uuidv7 } from 'uuid'
import { loadEnv } from '#domain/config/load-env.ts'
import { createFakeIdentity } from '#domain/testing/fake-identity.ts'
import { createFakeStripe } from '#domain/testing/fake-stripe.ts'
import { EMBEDDED } from '#domain/testing/settings.ts'
import { databaseFile, openDatabase } from '#drizzle/client.ts'
import { buildApp } from '#server/app.ts'

// The API on a database in which a day changes just before each request for it, so that no response of `GET
// /available` is cached. As after a booking, the schedule stays the same.
const env = loadEnv()
const db = openDatabase(databaseFile(env.dataDir))
// The disk is not part of the measurement.
db.$client.pragma('synchronous = off')
const write = db.$client.prepare(
  `insert into events (id, kind, subject, data, occurred_at) values (?, 'appointment.noted', '', ?, 0)`,
)
const app = await buildApp({
  env,
  db,
  identity: createFakeIdentity(),
  stripe: createFakeStripe(),
  embedded: EMBEDDED,
  clock: () => new Date(),
})
app.server.prependListener('request', ({ url = '' }) => {
  const date = url.slice(-'2027-01-01'.length)
  write.run(uuidv7(), JSON.stringify([date]))
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => process.exit(0))
