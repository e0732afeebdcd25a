import { join } from 'node:path'
import type { Env } from '#domain/config/env.ts'
import type { MailConnection } from '#domain/notifications/sending/connect-mail.ts'
import { embeddedConnection } from './connection.ts'
import { type EmailStore, openEmailStore } from './email-store.ts'
import { type SmtpServerSettings, startSmtpServer } from './server.ts'

interface EmbeddedMail {
  connection: MailConnection
  /** For `/sandbox/mailbox`. */
  emails: EmailStore
  close(): Promise<void>
}

/** Starts the stand-in for the clinic's mail server. @throws when its port is in use */
export async function embedMail({
  env,
  log,
}: {
  env: Pick<Env, 'dataDir' | 'smtpSandboxPort'>
  log: SmtpServerSettings['log']
}): Promise<EmbeddedMail> {
  const emails = openEmailStore(join(env.dataDir, 'mailbox'))
  const { port, close } = await startSmtpServer({
    port: env.smtpSandboxPort,
    store: emails.add,
    log,
  })
  return { connection: embeddedConnection({ smtpSandboxPort: port }), emails, close }
}
