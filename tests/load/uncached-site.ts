import { loadEnv } from '../../domain/config/load-env.ts'
import { createFakeIdentity } from '../../domain/testing/fake-identity.ts'
import { createFakeStripe } from '../../domain/testing/fake-stripe.ts'
import { EMBEDDED } from '../../domain/testing/settings.ts'
import { databaseFile, openDatabase } from '../../drizzle/client.ts'
import { buildApp } from '../../server/app.ts'

// The API on a database that changes whenever the clock is read, so that no response of
// `GET /available` is cached. As after a booking, the catalogue stays.
const env = loadEnv()
const db = openDatabase(databaseFile(env.dataDir))
db.$client.exec(`
  create temp table changes (count integer);
  insert into changes values (0);
`)
const change = db.$client.prepare('update changes set count = count + 1')
const app = await buildApp({
  env,
  db,
  identity: createFakeIdentity(),
  stripe: createFakeStripe(),
  embedded: EMBEDDED,
  clock: () => {
    change.run()
    return new Date()
  },
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => process.exit(0))
