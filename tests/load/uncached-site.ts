import { v7 as uuidv7 } from 'uuid'
import { loadEnv } from '../../domain/config/load-env.ts'
import { createFakeIdentity } from '../../domain/testing/fake-identity.ts'
import { createFakeStripe } from '../../domain/testing/fake-stripe.ts'
import { EMBEDDED } from '../../domain/testing/settings.ts'
import { databaseFile, openDatabase } from '../../drizzle/client.ts'
import { buildApp } from '../../server/app.ts'
import { requestDays } from './clinic.ts'

// The API on a database in which something has happened to every day that is asked for whenever the
// clock is read, so that no response of `GET /available` is cached. As after a booking, the schedule
// stays.
const env = loadEnv()
const db = openDatabase(databaseFile(env.dataDir))
// The disk is not measured.
db.$client.pragma('synchronous = off')
const dates = new Set(requestDays().map(({ path }) => path.slice(-'2027-01-01'.length)))
const data = JSON.stringify([...dates])
const write = db.$client.prepare(
  `insert into events (id, kind, subject, data, occurred_at) values (?, 'appointment.noted', '', ?, 0)`,
)
const app = await buildApp({
  env,
  db,
  identity: createFakeIdentity(),
  stripe: createFakeStripe(),
  embedded: EMBEDDED,
  clock: () => {
    write.run(uuidv7(), data)
    return new Date()
  },
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => process.exit(0))
