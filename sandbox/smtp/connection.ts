import type { Env } from '#domain/config/env.ts'
import { STAND_IN_FROM } from '#domain/notifications/sender.ts'
import type { MailConnection } from '#domain/notifications/sending/connect-mail.ts'

/** How the site and its workers reach the embedded mail server. */
export function embeddedConnection({
  smtpSandboxPort,
}: Pick<Env, 'smtpSandboxPort'>): MailConnection {
  return { url: `smtp://127.0.0.1:${smtpSandboxPort}`, from: STAND_IN_FROM, replyTo: undefined }
}
