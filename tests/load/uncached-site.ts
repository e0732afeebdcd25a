import { loadEnv } from '../../domain/config/load-env.ts'
import { createFakeIdentity } from '../../domain/testing/fake-identity.ts'
import { createFakeStripe } from '../../domain/testing/fake-stripe.ts'
import { databaseFile, openDatabase } from '../../drizzle/client.ts'
import { buildApp } from '../../server/app.ts'
import { EMBEDDED } from '../../server/testing/embedded.ts'

// The API over a database in which the bookings of every day seem to change with every look at the
// clock: each answer to `GET /available` is made anew.
const env = loadEnv()
const db = openDatabase(databaseFile(env.dataDir))
db.$client.exec(`
  create temp table looks (count integer);
  insert into looks values (0);
  create temp view availability_versions as
    select scope, version + iif(scope = 'clinic', 0, (select count from looks)) as version
    from main.availability_versions;
`)
const look = db.$client.prepare('update looks set count = count + 1')
const app = await buildApp({
  env,
  db,
  identity: createFakeIdentity(),
  stripe: createFakeStripe(),
  embedded: EMBEDDED,
  clock: () => {
    look.run()
    return new Date()
  },
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => process.exit(0))
