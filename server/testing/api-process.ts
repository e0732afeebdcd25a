import { createFakeIdentity } from '#domain/testing/fake-identity.ts'
import { createFakeStripe } from '#domain/testing/fake-stripe.ts'
import { EMBEDDED, MONDAY_MORNING, testEnv } from '#domain/testing/settings.ts'
import { openDatabase } from '#drizzle/client.ts'
import { buildApp } from '../app.ts'
import { site } from '../rendering/site.ts'

// A process of the API, which tests fork: `fork('api-process.ts', [databaseFile, builtSite])`. It listens on a
// free port of 127.0.0.1, sends the port to its parent, and ends when the parent disconnects.

const [file = ':memory:', root] = process.argv.slice(2)
const db = openDatabase(file)
const app = await buildApp({
  env: testEnv(),
  db,
  identity: createFakeIdentity(),
  stripe: createFakeStripe(),
  clock: () => MONDAY_MORNING,
  embedded: EMBEDDED,
  ...(root && { extraPlugins: [site({ root })] }),
})
process.once('disconnect', async () => {
  await app.close()
  db.$client.close()
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
