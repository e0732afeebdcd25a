import type { Database } from '../../drizzle/client.ts'
import { listNotifications, type NotificationOf } from '../../drizzle/queries/notifications.ts'
import { NOW, seededDatabase } from '../../drizzle/testing/seeded-database.ts'
import type { EmailSubject } from '../notifications/email-subject.ts'
import type { EmailMessage, SendVerdict } from '../notifications/mailer.ts'
import { type SendingContext, sendDueNotifications } from '../notifications/send-notification.ts'
import { TIME_ZONE } from './booking.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** A clinic that sends emails through a mail server of which the test decides. */
export interface EmailTest {
  db: Database
  context: SendingContext
  /** What the mail server has accepted, in order. */
  sent: EmailSubject[]
  /** Decides what becomes of an email; accepts it when absent. */
  respond: ((subject: EmailSubject) => SendVerdict) | null
  /** What was logged. */
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

export const UNREACHABLE: SendVerdict = { kind: 'retry', code: 'ESOCKET', response: 'refused' }

export function emailTest(db: Database = seededDatabase()): EmailTest {
  const subjects = new Map<string, EmailSubject>()
  const test: EmailTest = {
    db,
    sent: [],
    respond: null,
    lines: [],
    now: NOW,
    context: {
      db,
      timeZone: TIME_ZONE,
      intervalMs: 0,
      now: () => test.now,
      unsubscribeUrl: (uid) => `https://sprout.example/unsubscribe?token=${uid}`,
      compose(subject): EmailMessage {
        subjects.set(subject.id, subject)
        return { id: subject.id, to: subject.recipient, subject: subject.kind, text: '', html: '' }
      },
      mailer: {
        async send({ id }) {
          const subject = subjects.get(id)
          if (!subject) throw new Error('It was not composed.')
          const verdict = test.respond?.(subject) ?? { kind: 'sent', messageId: `<${id}@clinic>` }
          if (verdict.kind === 'sent') test.sent.push(subject)
          return verdict
        },
        async close() {},
      },
    },
    async run() {
      const write = (fields: object, message: string) => test.lines.push({ ...fields, message })
      const log = { debug: write, warn: write, error: write } as never
      await sendDueNotifications(test.context, { log, signal: new AbortController().signal })
    },
    async pass(ms, stepMs = MINUTE) {
      const end = test.now.getTime() + ms
      while (test.now.getTime() < end) {
        test.now = new Date(Math.min(test.now.getTime() + stepMs, end))
        await test.run()
      }
    },
    notifications: () =>
      listNotifications(db, { limit: 1_000 })
        .map(({ notification }) => notification)
        .reverse(),
    states: () => test.notifications().map(({ kind, state }) => `${kind} ${state}`),
  }
  return test
}
