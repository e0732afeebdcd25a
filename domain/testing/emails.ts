import type { Transaction } from '#drizzle/client.ts'
import {
  listNotifications,
  type NotificationOf,
} from '#drizzle/queries/notifications/notifications.ts'
import { NOW, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { createClaimTokens } from '../notifications/content/claim-tokens.ts'
import type { EmailSubject } from '../notifications/kinds/email-kinds.ts'
import type { EmailMessage, SendVerdict } from '../notifications/sending/mailer.ts'
import type { Emails } from '../notifications/sending/open-emails.ts'
import { sendDueNotifications } from '../notifications/sending/send-notification.ts'
import { TIME_ZONE } from './booking.ts'
import { TEST_SECRET } from './settings.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export const UNREACHABLE: SendVerdict = { kind: 'retry', code: 'ESOCKET', response: 'refused' }

/** A mail server in memory, with what the jobs need to send emails to it. */
export interface FakeEmails extends Emails {
  /** The emails that it accepted, in order. */
  sent: EmailSubject[]
  /** Decides the verdict on an email; accepts it when null. */
  respond: ((subject: EmailSubject) => SendVerdict | Promise<SendVerdict>) | null
}

export function createFakeEmails(): FakeEmails {
  const subjects = new Map<string, EmailSubject>()
  const fake: FakeEmails = {
    sent: [],
    respond: null,
    horizonDays: () => 90,
    timeZone: TIME_ZONE,
    intervalMs: 0,
    unsubscribeUrl: (uid) => `https://sprout.example/unsubscribe?token=${uid}`,
    recallUrl: () => 'https://x.example/stop',
    claimUrl: createClaimTokens({ secret: TEST_SECRET, siteUrl: 'https://sprout.example' }).urlFor,
    compose(subject): EmailMessage {
      subjects.set(subject.id, subject)
      return { id: subject.id, to: subject.recipient, subject: subject.kind, text: '', html: '' }
    },
    mailer: {
      newMessageId: (id) => `<${id}@clinic>`,
      async send({ id, messageId = fake.mailer.newMessageId(id) }) {
        const subject = subjects.get(id)
        if (!subject) throw new Error('It was not composed.')
        const verdict: SendVerdict = (await fake.respond?.(subject)) ?? { kind: 'sent', messageId }
        if (verdict.kind === 'sent') fake.sent.push(subject)
        return verdict
      },
      async close() {},
    },
  }
  return fake
}

/** A clinic that sends emails to such a mail server whenever the test says so. */
export interface EmailTest {
  db: Transaction
  emails: FakeEmails
  /** The log's lines. */
  lines: object[]
  now: Date
  /** Sends what is due now. */
  run(): Promise<void>
  /** Lets the clinic's time pass, with a run every `stepMs`. */
  pass(ms: number, stepMs?: number): Promise<void>
  /** All notifications, oldest first. */
  notifications(): NotificationOf[]
  /** Kind and state of all notifications, oldest first: 'booked sent'. */
  states(): string[]
}

export function emailTest(db: Transaction = seededDatabase()): EmailTest {
  const emails = createFakeEmails()
  const test: EmailTest = {
    db,
    emails,
    lines: [],
    now: NOW,
    async run() {
      const write = (fields: object, message: string) => test.lines.push({ ...fields, message })
      const log = { debug: write, warn: write, error: write } as never
      const { signal } = new AbortController()
      await sendDueNotifications({ ...emails, db, now: () => test.now }, { log, signal })
    },
    async pass(ms, stepMs = MINUTE) {
      const end = test.now.getTime() + ms
      while (test.now.getTime() < end) {
        test.now = new Date(Math.min(test.now.getTime() + stepMs, end))
        await test.run()
      }
    },
    notifications: () =>
      listNotifications(db, { limit: 100_000 })
        .map(({ notification }) => notification)
        .reverse(),
    states: () => test.notifications().map(({ kind, state }) => `${kind} ${state}`),
  }
  return test
}
