import { DEFAULT_DETAILS } from '../../contract/clinic-details.ts'
import type { Env } from '../../domain/config/env.ts'
import type { MailConnection } from '../../domain/notifications/connect-mail.ts'

/** How the site and its workers reach the embedded mail server. */
export function embeddedConnection({
  smtpSandboxPort,
}: Pick<Env, 'smtpSandboxPort'>): MailConnection {
  return {
    url: `smtp://127.0.0.1:${smtpSandboxPort}`,
    from: { name: DEFAULT_DETAILS.fullName, address: 'appointments@sprout.example' },
    replyTo: undefined,
  }
}
