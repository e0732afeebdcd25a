import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { freePort } from '#workers/testing/free-port.ts'
import {
  createUserWithPhone,
  signIn,
  signInWithGoogle,
  signUp,
  silent,
  startProviderForTests,
} from '../testing.ts'
import { EMULATED_PROJECT_ID } from './project.ts'
import { startIdentityEmulator } from './start.ts'

const started = await startProviderForTests()
const { identity, admin, origin } = started
const accountsFile = () => join(started.dataDir, 'identity', 'accounts.json')

function keptAccounts(): { localId: string }[] {
  const { accounts } = JSON.parse(readFileSync(accountsFile(), 'utf8')) as {
    accounts: { localId: string }[]
  }
  return accounts.toSorted((one, other) => one.localId.localeCompare(other.localId))
}

describe('a restart', () => {
  it('keeps every account and the sessions in browsers', async () => {
    const { answer: session } = await signUp(origin, 'kept@example.test')
    await signInWithGoogle(origin, { email: 'google@example.test', name: 'Gwen Google' })
    await signInWithGoogle(origin, { email: 'kept@example.test', name: 'Both Ways' })
    await createUserWithPhone(started, 'second@example.test', '+15555550100')
    await admin.createUser({
      email: 'disabled@example.test',
      password: 'secret1',
      disabled: true,
    })
    const { answer: current } = await signInWithGoogle(origin, {
      email: 'kept@example.test',
      name: 'Both Ways',
    })
    const before = keptAccounts()

    await started.restart()

    expect(await signIn(origin, 'second@example.test')).toMatchObject({
      status: 200,
      answer: { mfaPendingCredential: expect.any(String) },
    })
    expect((await signIn(origin, 'disabled@example.test')).answer.error.message).toBe(
      'USER_DISABLED',
    )
    expect(await identity.verify(current.idToken)).toMatchObject({
      uid: session.localId,
      email: 'kept@example.test',
      name: 'Both Ways',
    })
    await signUp(origin, 'afterwards@example.test')
    const after = keptAccounts()
    for (const account of before) {
      expect(after.find(({ localId }) => localId === account.localId)).toEqual({
        ...account,
        ...('lastLoginAt' in account && { lastLoginAt: expect.any(String) }),
        ...('lastRefreshAt' in account && { lastRefreshAt: expect.any(String) }),
      })
    }
  })

  it('makes the file private to this user of the machine', () => {
    expect(statSync(accountsFile()).mode & 0o777).toBe(0o600)
    expect(statSync(join(started.dataDir, 'identity')).mode & 0o777).toBe(0o700)
  })
})

describe('a process killed without warning', () => {
  it('is started again and has lost nothing that it acknowledged', async () => {
    const emails = Array.from({ length: 20 }, (_, index) => `fast${index}@example.test`)
    const answers = await Promise.all(emails.map((email) => signUp(origin, email)))
    const { pid } = started.emulator
    process.kill(pid ?? Number.NaN, 'SIGKILL')

    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200))
    await expect.poll(() => started.emulator.pid, { timeout: 20_000 }).not.toBe(pid)
    await started.emulator.ready
    for (const email of emails) expect((await signIn(origin, email)).status).toBe(200)
  })

  it('ends the emulator with it if it is the site', async () => {
    const port = await freePort()
    const dataDir = temporaryFolder()
    const site = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { startIdentityEmulator } from ${JSON.stringify(new URL('start.ts', import.meta.url).href)}
         const emulator = startIdentityEmulator({ port: ${port}, dataDir: ${JSON.stringify(dataDir)}, log: console })
         await emulator.ready
         console.log('READY')`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let printed = ''
    for await (const chunk of site.stdout) {
      printed += chunk
      if (printed.includes('READY')) break
    }
    site.kill('SIGKILL')

    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/`).then(
            () => 'alive',
            () => 'gone',
          ),
        {
          timeout: 20_000,
        },
      )
      .toBe('gone')
  })
})

describe('a start that cannot succeed', () => {
  it('names the port in use and the setting that changes it', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const emulator = startIdentityEmulator({ port, dataDir: started.dataDir, log: silent })

    await expect(emulator.ready).rejects.toThrow(
      `Port ${port} is in use. Stop the program using it, or set AUTH_EMULATOR_PORT to another port.`,
    )
    await emulator.stop()
    other.close()
  })

  it('does not overwrite a file that it cannot read', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'identity', 'accounts.json')
    mkdirSync(join(dataDir, 'identity'))
    writeFileSync(file, '{"accounts": [{}]}')
    const emulator = startIdentityEmulator({ port: await freePort(), dataDir, log: silent })

    await expect(emulator.ready).rejects.toThrow(`The accounts in ${file} can’t be read`)
    await emulator.stop()
    expect(readFileSync(file, 'utf8')).toBe('{"accounts": [{}]}')
  })
})

describe('the private port', () => {
  it('refuses browsers, whatever page they show', async () => {
    const batchGet = `${origin}/identitytoolkit.googleapis.com/v1/projects/${EMULATED_PROJECT_ID}/accounts:batchGet`
    const asOwner = { authorization: 'Bearer owner' }

    expect((await fetch(batchGet, { headers: asOwner })).status).toBe(200)
    const fromBrowsers: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { origin: origin },
      { 'sec-fetch-site': 'none' },
    ]
    for (const headers of fromBrowsers) {
      expect((await fetch(batchGet, { headers: { ...asOwner, ...headers } })).status).toBe(403)
    }
  })
})
