import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import type { SiteConfig } from '#contract/config/config.ts'
import type { Env } from '#domain/config/env.ts'
import type { FirebaseConfig } from '#domain/identity/admin-app.ts'
import { admitAccount } from '#domain/identity/admission.ts'
import type { FirebaseIdentity } from '#domain/identity/firebase.ts'
import type { IdentityProvider } from '#domain/identity/identity-provider.ts'
import { grantAdmin } from '#domain/identity/roles.ts'
import type { Database } from '#drizzle/client.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { readMessages, type SentMessage } from './emulator/emulator-client.ts'
import { DEMO_ACCOUNTS, emulatedProject } from './emulator/project.ts'
import {
  type IdentityEmulator,
  type StartOptions,
  startIdentityEmulator,
} from './emulator/start.ts'
import { identitySandbox } from './site.ts'

export { DEMO_ACCOUNTS }

const ADMIN_EMAIL = 'admin@example.com'

interface EmbeddedIdentity {
  identity: IdentityProvider
  /** The configuration for `/config`. */
  config: SiteConfig['identity']
  plugin: FastifyPluginAsync
  /**
   * The messages for `/sandbox/mailbox`.
   * @throws NotReadyError while the emulator starts
   */
  messages(): Promise<SentMessage[]>
  /** Resolves when the demo accounts exist. */
  ready: Promise<void>
  close(): Promise<void>
}

/**
 * The stand-in for the clinic's Firebase project. The emulator starts after the site listens, so that it does
 * not delay the site; only logins wait for it.
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
    await seedOnce({ db, dataDir, project })
  })
  let isClosing = false
  ready.catch((error: Error) => {
    if (!isClosing) log.error(`Login is unavailable: ${error.message}`)
  })
  // Logins also wait for the demo accounts.
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
    messages: () => readMessages(seeded),
    ready,
    async close() {
      isClosing = true
      await Promise.all([emulator?.stop(), identity.close()])
    },
  }
}

/** Loads firebase-admin at the first login, because it would take a tenth of every start. */
function loadedWhenUsed(project: FirebaseConfig): FirebaseIdentity {
  let loaded: Promise<FirebaseIdentity> | undefined
  const load = () => {
    loaded ??= import('#domain/identity/firebase.ts').then(({ createFirebaseIdentity }) =>
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
    removeSecondFactors: async (uid) => (await load()).removeSecondFactors(uid),
    deleteAccount: async (uid) => (await load()).deleteAccount(uid),
    close: async () => (await loaded)?.close(),
  }
}

/**
 * Creates the demo accounts, one of them an admin, at the first start on a data folder. Later
 * changes to them remain.
 */
async function seedOnce({
  db,
  dataDir,
  project,
}: {
  db: Database
  dataDir: string
  project: FirebaseConfig
}): Promise<void> {
  const marker = join(dataDir, 'identity', 'seeded')
  if (existsSync(marker)) return
  const { seedDemoAccounts } = await import('./seed.ts')
  const accounts = await seedDemoAccounts(project)
  await writeTransaction(db, (tx) => {
    const now = new Date()
    for (const account of accounts) {
      admitAccount(tx, { ...account, photo: null, emailVerified: true }, now)
    }
    grantAdmin(tx, { email: ADMIN_EMAIL, actor: null, now })
  })
  writeFileSync(marker, '')
}
