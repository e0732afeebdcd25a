import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { SiteConfig } from '../../contract/config.ts'
import type { Env } from '../../domain/config/env.ts'
import type { FirebaseConfig } from '../../domain/identity/admin-app.ts'
import type { FirebaseIdentity } from '../../domain/identity/firebase.ts'
import type { IdentityProvider } from '../../domain/identity/identity-provider.ts'
import type { Database } from '../../drizzle/client.ts'
import { admitAccount, grantAdmin } from '../../drizzle/queries/users.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { emulatedProject } from './emulated-project.ts'
import { identitySandbox } from './site.ts'
import { type IdentityEmulator, type StartOptions, startIdentityEmulator } from './start.ts'

export { DEMO_ACCOUNTS }

const ADMIN_EMAIL = 'admin@example.com'

export interface EmbeddedIdentity {
  identity: IdentityProvider
  /** What the browser has to know, for `/config`. */
  config: SiteConfig['identity']
  plugin: FastifyPluginAsync
  close(): Promise<void>
}

/**
 * Everything that stands in for the clinic's Firebase project. The emulator starts once the site
 * listens, which it does sooner with the processor to itself; nobody waits for it but who signs in.
 */
export function embedIdentity({
  env,
  db,
  log,
}: {
  env: Pick<Env, 'authEmulatorPort' | 'dataDir'>
  db: Database
  log: StartOptions['log']
}): EmbeddedIdentity {
  const { authEmulatorPort: port, dataDir } = env
  const project = emulatedProject(env)
  const { emulatorHost, projectId } = project
  let emulator: IdentityEmulator | undefined
  const listening = Promise.withResolvers<void>()
  const ready = listening.promise.then(async () => {
    emulator = startIdentityEmulator({ port, dataDir, log })
    await emulator.ready
    await seedOnce({ db, dataDir, emulatorHost })
  })
  let isClosing = false
  ready.catch((error: Error) => {
    if (!isClosing) log.error(`Nobody can sign in: ${error.message}`)
  })
  // Whoever signs in meanwhile waits for the accounts, too.
  const seeded = {
    origin: `http://${emulatorHost}`,
    get ready() {
      return ready.then(() => emulator?.ready)
    },
  }
  const identity = loadedWhenUsed(project)
  return {
    identity,
    config: {
      mode: 'emulator',
      apiKey: 'embedded',
      authDomain: 'localhost',
      projectId,
    },
    plugin: async (app) => {
      app.addHook('onListen', async () => listening.resolve())
      await app.register(identitySandbox, { emulator: seeded })
    },
    async close() {
      isClosing = true
      await Promise.all([emulator?.stop(), identity.close()])
    },
  }
}

/** firebase-admin takes a tenth of the whole start, and nobody signs in before its end. */
function loadedWhenUsed(project: FirebaseConfig): FirebaseIdentity {
  let loaded: Promise<FirebaseIdentity> | undefined
  const load = () => {
    loaded ??= import('../../domain/identity/firebase.ts').then(({ createFirebaseIdentity }) =>
      createFirebaseIdentity(project),
    )
    return loaded
  }
  return {
    verify: async (idToken) => (await load()).verify(idToken),
    accountExists: async (uid) => (await load()).accountExists(uid),
    findAccounts: async (uids) => (await load()).findAccounts(uids),
    keepOnly: async (uid, method) => (await load()).keepOnly(uid, method),
    endSessions: async (uid) => (await load()).endSessions(uid),
    deleteAccount: async (uid) => (await load()).deleteAccount(uid),
    close: async () => (await loaded)?.close(),
  }
}

/**
 * Makes the demo accounts, one of them an admin, the first time that the site starts on a data
 * folder. What is done to them later stays done.
 */
async function seedOnce({
  db,
  dataDir,
  emulatorHost,
}: {
  db: Database
  dataDir: string
  emulatorHost: string
}): Promise<void> {
  const marker = join(dataDir, 'identity', 'seeded')
  if (existsSync(marker)) return
  const { seedDemoAccounts } = await import('./seed.ts')
  const accounts = await seedDemoAccounts({ emulatorHost })
  await writeTransaction(db, () => {
    const now = new Date()
    for (const account of accounts) {
      admitAccount(db, { ...account, photo: null, emailVerified: true }, now)
    }
    grantAdmin(db, { email: ADMIN_EMAIL, actor: null, now })
  })
  writeFileSync(marker, '')
}
