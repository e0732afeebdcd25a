import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { openDatabase } from '#drizzle/client.ts'
import { SENDER } from '../content/examples.ts'
import { sendDueNotifications } from '../sending/send-notification.ts'
import { createSmtpMailer } from '../sending/smtp-mailer.ts'
import { sendingSettings } from '../settings.ts'

// Sends what is due until it is killed: `node sender-process.ts DATABASE SMTP_URL`.

const [file = '', url = ''] = process.argv.slice(2)
const db = openDatabase(file)
const mailer = createSmtpMailer({ url, from: SENDER.from })
const nothing = () => undefined
const context = {
  db,
  mailer,
  compose: (subject: Parameters<typeof composeEmail>[0]) => composeEmail(subject, SENDER),
  now: () => new Date(),
  timeZone: SENDER.timeZone,
  unsubscribeUrl: () => '',
  recallUrl: () => 'https://x.example/stop',
  claimUrl: () => 'https://x.example/claim',
  intervalMs: 0,
  // A short lease, so that another sender soon takes over.
  settings: { ...sendingSettings, timeoutMs: 2_000, leaseMs: 300 },
}
const log = { debug: nothing, warn: nothing, error: nothing }
// Written now, because a killed process could not write the compile cache.
flushCompileCache()
for (;;) {
  await sendDueNotifications(context, { signal: new AbortController().signal, log })
  await sleep(20)
}
