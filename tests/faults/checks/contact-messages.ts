import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { v7 as uuid } from 'uuid'
import type { NewContactMessage } from '#contract/contact/contact-messages.ts'
import { MAIL } from '#domain/testing/settings.ts'
import { readStoredSettings, storeSettings } from '#drizzle/queries/schedule/clinic-settings.ts'
import { contactMessages } from '#drizzle/schema/index.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { startSmtpServer } from '#sandbox/smtp/server.ts'
import { type Check, randomBetween, waitUntil } from '../check.ts'
import { withSite } from '../site.ts'

const CLINIC = 'hello@clinic.example'

/** The longest time between a message and the kill, in milliseconds: its email is sent within it. */
const LATEST_KILL_MS = 500

/** The mail server takes this long to accept an email, in milliseconds, so that kills interrupt it. */
const ACCEPTING_MS = 30

const ARRIVED_MS = 60_000

export const messagesKilled: Check = {
  row: 'messages',
  name: 'the API killed with -9 between a message of the contact page and its email',
  goal: 'each message stored once, and emailed to the clinic',
  // The clinic takes 50 messages a day.
  cycles: 40,
  async run(cycles) {
    /** How often the mail server accepted the email of a message, by its text. */
    const accepted = new Map<string, number>()
    const mail = await startSmtpServer({
      port: 0,
      log: { warn() {} },
      async store({ raw }) {
        await pause(ACCEPTING_MS)
        const { text = '' } = await PostalMime.parse(raw)
        const [query = ''] = /message-\d+\./.exec(text) ?? []
        accepted.set(query, (accepted.get(query) ?? 0) + 1)
      },
    })
    try {
      return await withSite(
        async (site) => {
          const { version: seen } = readStoredSettings(site.db)
          await writeTransaction(site.db, (tx) =>
            storeSettings(tx, { details: { email: CLINIC }, seen }),
          )
          await site.start()
          const queries = Array.from({ length: cycles }, (_, index) => `message-${index}.`)
          let unanswered = 0
          let unsent = 0
          const problems: string[] = []
          for (const query of queries) {
            const message = messageOf(query)
            const kill = pause(randomBetween(0, LATEST_KILL_MS)).then(() => site.end('SIGKILL'))
            const isAnswered = await send(site.url, message)
            await kill
            if (!accepted.has(query)) unsent += 1
            await site.start()
            // The browser sends a form again that got no answer.
            if (isAnswered) continue
            unanswered += 1
            if (!(await send(site.url, message))) problems.push(`${query} was refused`)
          }
          await waitUntil(() => queries.every((query) => accepted.has(query)), ARRIVED_MS)
          const stored = site.db.select().from(contactMessages).all()
          for (const query of queries) {
            const count = stored.filter((row) => row.query === query).length
            if (count !== 1) problems.push(`${query} is stored ${count} times`)
            if (!accepted.has(query)) problems.push(`${query} was never emailed`)
          }
          const repeated = [...accepted.values()].filter((count) => count > 1).length
          const figure =
            `${cycles} kills, ${unsent} before the email, ${unanswered} before the answer; ` +
            `${repeated} emails accepted twice`
          return { figure, problems }
        },
        { ...MAIL, SMTP_URL: mail.url },
      )
    } finally {
      await mail.close()
    }
  },
}

const messageOf = (query: string): NewContactMessage => ({
  key: uuid(),
  name: 'Ann Parent',
  email: 'ann@example.com',
  phone: '(212) 555-0142',
  query,
})

/** @returns false without an answer, or with a refusal */
async function send(url: string, message: NewContactMessage): Promise<boolean> {
  try {
    const { ok } = await fetch(`${url}/contact-messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    return ok
  } catch {
    return false
  }
}
