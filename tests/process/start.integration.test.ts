import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { FIREBASE, MAIL, STRIPE } from '#domain/testing/settings.ts'
import { openDatabase } from '#drizzle/client.ts'
import { appointments, treatments, users } from '#drizzle/schema/index.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { signIn } from '#sandbox/firebase-auth/testing.ts'
import { freePorts, runToEnd, SITE, WORKER } from '../support/running-site.ts'
import { startSiteForTest } from '../support/start-site-for-test.ts'

// What operators can rely on when they run `npm start` and `npm run worker`.

// Each test starts the site once or twice, and the first may build it.
vi.setConfig({ testTimeout: 240_000 })

/** Starts a process that must fail; returns its exit code and output. */
async function fail(env: Record<string, string | number>, entry = SITE) {
  const all = { DATA_DIR: temporaryFolder(), ...(await freePorts()), ...env }
  const { code, output } = await runToEnd(entry, all)
  return { code, lines: output.split('\n') }
}

function expectOneSentence(failed: Awaited<ReturnType<typeof fail>>, ...parts: string[]): void {
  expect(failed.code).toBe(1)
  expect(failed.lines).toHaveLength(1)
  for (const part of parts) expect(failed.lines[0]).toContain(part)
}

describe('a start', () => {
  it('serves site and API on one origin and prints the demo accounts', async () => {
    const { url, output, dataDir } = await startSiteForTest()
    const announced = output()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    expect(announced.at(-2)).toBe(`Sprout is ready at ${url}`)
    expect(output()).toContain('parent@example.com / parent123')
    expect(output()).toContain('admin@example.com / admin123')
    expect(output()).toContain(dataDir)

    const home = await fetch(url, { headers: { accept: 'text/html' } })
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('<h1')])
    const treatments = await fetch(`${url}/services`)
    expect(await treatments.json()).toHaveLength(6)
    const script = await fetch(`${url}/sandbox/stripe/stripe.js`)
    expect(script.status).toBe(200)
  })

  it('stops on SIGTERM within 10 s with exit code 0, also while the emulator is starting, and frees its ports', async () => {
    const { url, ports, dataDir, stop } = await startSiteForTest()
    // A slower end has another exit code (domain/process/stop-on-signal.ts).
    expect(await stop('SIGTERM')).toEqual({ code: 0, signal: null })
    await expect(fetch(url)).rejects.toThrow()

    const again = await startSiteForTest({ dataDir, ports })
    expect((await fetch(again.url)).status).toBe(200)
  })

  it('stops cleanly on Ctrl-C under npm, which sends the signal twice', async () => {
    const { pid, stop, identityReady } = await startSiteForTest()
    await identityReady()
    process.kill(pid, 'SIGINT')
    expect(await stop('SIGINT')).toEqual({ code: 0, signal: null })
  })

  it('keeps all data and seeds nothing on the second start', async () => {
    const first = await startSiteForTest()
    await first.identityReady()
    const { dataDir, ports } = first
    const before = openDatabase(join(dataDir, 'sprout.db'))
    const read = () => ({
      users: before.select().from(users).all(),
      treatments: before.select().from(treatments).all(),
      appointments: before.select().from(appointments).all(),
    })
    const accounts = read().users.map(({ email, role }) => [email, role])
    expect(accounts).toEqual([
      ['parent@example.com', 'patient'],
      ['admin@example.com', 'admin'],
    ])
    before.$client.exec(
      "update treatments set position = position + 10; update users set role = 'admin'",
    )
    const kept = read()
    await first.stop()

    const second = await startSiteForTest({ dataDir, ports })
    await second.identityReady()
    expect(read()).toEqual(kept)
    before.$client.close()
    expect((await signIn(second.url, 'parent@example.com', 'parent123')).status).toBe(200)
  })
})

describe('a start with production’s settings', () => {
  it('needs only Firebase, Stripe, a mail server and the time zone', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const { url, output } = await startSiteForTest({
      env: {
        ...{ NODE_ENV: 'production', CLINIC_TIMEZONE: 'America/Chicago', DEMO_DATA: 'on' },
        ...{ ...FIREBASE, ...STRIPE, ...MAIL },
        FIREBASE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
    })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(output()).toContain('REDIS_URL is not set')
    expect(output()).toContain('CLOUDINARY_URL is not set')
    expect(output()).not.toContain('stand-in')
    expect((await fetch(`${url}/sandbox/mailbox`)).status).toBe(404)
    const home = await fetch(url, { headers: { accept: 'text/html' } })
    expect(await home.text()).toContain('Online booking is not open yet')
  })
})

describe('exits with 1 and one sentence', () => {
  it.each([
    ['the site', 'PORT'],
    ['the identity emulator', 'AUTH_EMULATOR_PORT'],
    ['the Stripe sandbox', 'STRIPE_SANDBOX_PORT'],
    ['the mail server', 'SMTP_SANDBOX_PORT'],
  ])('when the port of %s is in use', async (_, variable) => {
    const used = createServer().listen(0, '127.0.0.1')
    await once(used, 'listening')
    const { port } = used.address() as AddressInfo
    const failed = await fail({ [variable]: port })
    used.close()
    expectOneSentence(failed, `Port ${port} is in use`, variable)
  })

  // A file where the folder should be stops every user, including root.
  it('when the data folder is not writable', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    expectOneSentence(await fail({ DATA_DIR: join(file, 'data') }), join(file, 'data'), 'DATA_DIR')
    expectOneSentence(await fail({ DATA_DIR: file }), file, 'DATA_DIR')
  })

  it('when a worker is started without Redis', async () => {
    expectOneSentence(await fail({}, WORKER), 'REDIS_URL is not set')
  })

  it('or with a list of problems when a provider is partly configured', async () => {
    const dataDir = join(temporaryFolder(), 'unmade')
    const { code, lines } = await fail({
      DATA_DIR: dataDir,
      STRIPE_SECRET_KEY: 'sk_test_1',
      PORT: 'x',
    })
    expect(code).toBe(1)
    expect(lines.join('\n')).toContain('STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET missing')
    expect(lines.join('\n')).toContain('PORT')
    expect(lines.join('\n')).not.toContain('    at ')
    expect(existsSync(dataDir)).toBe(false)
  })
})
