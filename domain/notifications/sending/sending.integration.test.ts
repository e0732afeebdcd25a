import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { addDays } from 'date-fns/addDays'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type EmailTest, emailTest, MINUTE } from '#domain/testing/emails.ts'
import type { Transaction } from '#drizzle/client.ts'
import { insertChild } from '#drizzle/queries/guardians/children.ts'
import { insertInvitation } from '#drizzle/queries/guardians/invitations.ts'
import { insertUser } from '#drizzle/queries/identity/users.ts'
import { addNotification } from '#drizzle/queries/notifications/notifications.ts'
import { seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import type { SmtpFault, SmtpStep } from '#sandbox/smtp/faults.ts'
import { startMailServer } from '#sandbox/smtp/testing/mail-server.ts'
import { SENDER } from '../content/examples.ts'
import { composeEmail } from './compose.ts'
import { sendDueNotifications } from './send-notification.ts'

/** Writes this many invitations, which need no account, due a millisecond apart. */
function invite(db: Transaction, count: number, now = new Date()): void {
  const uid = 'ann'
  insertUser(db, {
    uid,
    email: 'ann@example.test',
    emailVerified: true,
    name: 'Ann',
    createdAt: now,
  })
  insertChild(db, {
    id: 'mia',
    name: 'Mia',
    birthDate: '2021-06-05',
    createdBy: uid,
    createdAt: now,
  })
  const rights = { mayBook: true, mayPay: true, receivesEmail: true }
  const open = { ...rights, invitedBy: uid, createdAt: now, expiresAt: addDays(now, 14) }
  for (let index = 0; index < count; index += 1) {
    const recipient = `guardian-${index}@example.test`
    const { id: invitationId } = insertInvitation(
      db,
      { id: `invitation-${index}`, email: recipient, ...open },
      ['mia'],
    )
    const dueAt = new Date(now.getTime() - count + index)
    const rest = { uid: null, recipient, dedupeKey: recipient, dueAt, data: { invitationId } }
    addNotification(db, { kind: 'guardian_invited', ...rest }, now)
  }
}

const states = (db: Transaction) =>
  db.$client
    .prepare<[], { state: string; count: number }>(
      'SELECT state, count(*) AS count FROM notifications GROUP BY state',
    )
    .all()

/** How many emails are sent despite kills, at the clinic's rate: `EMAILS=10000` for a longer run. */
const COUNT = Number(process.env.EMAILS ?? 300)
/** How often the sending process is killed. */
const KILLS = 6

it('sends each email once although its process is killed again and again', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const db = seededDatabase(file)
  const ids: string[] = []
  const killEvery = Math.floor(COUNT / (KILLS + 1))
  let killAt = killEvery
  let sender: ChildProcess | undefined
  onTestFinished(() => void sender?.kill('SIGKILL'))
  const server = await startMailServer({
    store: ({ raw }) => {
      ids.push(/^Message-ID: (.*)$/im.exec(raw.toString('latin1'))?.[1] ?? '')
      // Kills between the server's 250 and the sender's commit, or shortly before.
      if (ids.length < killAt) return
      killAt += killEvery
      sender?.kill('SIGKILL')
    },
  })
  invite(db, COUNT)

  const script = join(import.meta.dirname, '..', 'testing', 'sender-process.ts')
  let kills = -1
  const isDone = () => states(db).every(({ state }) => state === 'sent')
  while (!isDone()) {
    kills += 1
    sender = spawn(process.execPath, [script, file, server.url], { stdio: 'inherit' })
    const ended = once(sender, 'close')
    await Promise.race([ended, vi.waitUntil(isDone, { timeout: 120_000, interval: 50 })])
    sender.kill('SIGKILL')
    await ended
  }
  expect(states(db)).toEqual([{ state: 'sent', count: COUNT }])
  expect(new Set(ids).size).toBe(COUNT)
  // Only an email in transit at a kill may arrive twice.
  expect(kills).toBeGreaterThanOrEqual(KILLS - 1)
  expect(ids.length - COUNT).toBeLessThanOrEqual(kills)
}, 480_000)

/** A clinic that sends over SMTP to a test server, with its own clock. */
async function smtpTest(): Promise<
  EmailTest & { server: Awaited<ReturnType<typeof startMailServer>> }
> {
  const server = await startMailServer()
  const test = emailTest()
  test.emails.mailer = server.mailer()
  test.emails.compose = (subject) => composeEmail(subject, SENDER)
  return Object.assign(test, { server })
}

const refuse = (code: number): SmtpFault => ({ kind: 'refuse', code })

// smtp-mailer.test.ts tests which failure has which verdict, send-notification.test.ts what follows from
// it.
it.each<[SmtpStep, SmtpFault, string, number]>([
  ['MAIL FROM', { kind: 'delay', ms: 100 }, 'sent', 1],
  ['MAIL FROM', refuse(550), 'sent', 1],
  ['RCPT TO', { kind: 'silence' }, 'sent', 1],
  ['DATA', refuse(450), 'sent', 1],
  ['DATA', refuse(550), 'failed', 0],
  // The documented exception: the email arrives again, with the same Message-ID.
  ['DATA', { kind: 'drop-after-storing' }, 'sent', 2],
])('a mail server that at %s does %o once: %s', async (at, fault, state, arrivals) => {
  const test = await smtpTest()
  test.server.addFault({ at, fault })
  invite(test.db, 1, test.now)
  await test.pass(5 * MINUTE, MINUTE)
  expect(states(test.db)).toEqual([{ state, count: 1 }])
  const received = await test.server.received()
  expect(received).toHaveLength(arrivals)
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(Math.min(arrivals, 1))
})

it('sends in order of time, at most at the clinic’s rate', async () => {
  const test = emailTest()
  invite(test.db, COUNT, test.now)
  const started = Date.now()
  const times: number[] = []
  test.emails.respond = ({ id }) => {
    times.push(Date.now())
    return { kind: 'sent', messageId: `<${id}@clinic>` }
  }
  const now = () => new Date(test.now.getTime() + Date.now() - started)
  const log = { debug() {}, warn() {}, error() {} }
  const { signal } = new AbortController()
  const heap = process.memoryUsage().heapUsed
  await sendDueNotifications({ ...test.emails, db: test.db, now, intervalMs: 10 }, { signal, log })
  const seconds = (Date.now() - started) / 1000
  const grown = Math.round((process.memoryUsage().heapUsed - heap) / 1e5) / 10
  if (COUNT > 300) process.stdout.write(`${COUNT} emails in ${seconds} s, heap ${grown} MB\n`)
  expect(times).toHaveLength(COUNT)
  expect(Date.now() - started).toBeGreaterThanOrEqual((COUNT - 1) * 10)
  const due = test.emails.sent.map(({ recipient }) => Number(/\d+/.exec(recipient.address)?.[0]))
  expect(due).toEqual(due.toSorted((a, b) => a - b))
}, 400_000)
