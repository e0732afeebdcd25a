import { addMinutes } from 'date-fns'
import { databaseFile, openDatabase } from '../../drizzle/client.ts'
import { buildApp } from '../../server/app.ts'
import { loadEnv } from '../../server/load-env.ts'
import { EMBEDDED } from '../../server/testing/embedded.ts'
import { createFakeIdentity } from '../../server/testing/fake-identity.ts'
import { createFakeStripe } from '../../server/testing/fake-stripe.ts'

// The API whose clock moves on by a minute, and back, with every look at it: each answer to
// `GET /available` is made anew.
const env = loadEnv()
let looks = 0
const app = await buildApp({
  env,
  db: openDatabase(databaseFile(env.dataDir)),
  identity: createFakeIdentity(),
  stripe: createFakeStripe(),
  embedded: EMBEDDED,
  clock: () => {
    looks += 1
    return addMinutes(new Date(), looks % 2)
  },
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => process.exit(0))
