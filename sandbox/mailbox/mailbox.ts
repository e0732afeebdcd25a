import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SentMessage } from '../firebase-auth/emulator/emulator-client.ts'
import type { EmailStore, StoredEmail } from '../smtp/email-store.ts'
import { askToReload, sendPage, serveAssets } from './page.ts'
import {
  bytesOf,
  EMAIL_THEMES,
  EMAIL_VIEWS,
  emailHtml,
  emailItem,
  emailPage,
  fileNameOf,
  identityItem,
  mailboxPage,
} from './views.ts'

const PAGE_SIZE = 50

const emailQuery = z.object({
  view: z.enum(EMAIL_VIEWS).catch('html'),
  theme: z.enum(EMAIL_THEMES).optional().catch(undefined),
})
const pageQuery = z.object({ before: z.string().optional().catch(undefined) })

/** An email brings its own styles; scripts and external content are blocked. */
const EMAIL_HEADERS = {
  'content-security-policy':
    "default-src 'none';style-src 'unsafe-inline';img-src data:;frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

export interface MailboxOptions {
  /** The emails and text messages of the identity emulator. @throws NotReadyError while it starts */
  identityMessages?: () => Promise<SentMessage[]>
  /** The clinic's emails. */
  emails?: EmailStore
}

/**
 * `/sandbox/mailbox`: what the stand-ins would have sent, newest first. With
 * `Accept: application/json` the list is `{ messages }`.
 */
export async function sandboxMailbox(
  app: FastifyInstance,
  { identityMessages = async () => [], emails }: MailboxOptions,
): Promise<void> {
  const hidden = { schema: { hide: true } }

  app.setErrorHandler(askToReload)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/sandbox/mailbox', hidden, async (request, reply) => {
    const { before } = pageQuery.parse(request.query)
    const [messages, stored = []] = await Promise.all([
      before === undefined ? identityMessages() : [],
      emails?.list({ before, limit: PAGE_SIZE }),
    ])
    reply.header('vary', 'accept')
    if (request.headers.accept?.startsWith('application/json')) {
      return { messages: [...messages, ...stored.map(summarize)] }
    }
    const items = [...messages.map(identityItem), ...stored.map(emailItem)].toSorted(
      (one, other) => other.sentAt.getTime() - one.sentAt.getTime(),
    )
    const last = stored.at(PAGE_SIZE - 1)
    const older = last && `/sandbox/mailbox?before=${last.id}`
    return sendPage(reply, mailboxPage(items, older))
  })

  app.get<{ Params: { id: string } }>('/sandbox/mailbox/:id', hidden, async (request, reply) => {
    const email = await emails?.find(request.params.id)
    if (!email) return reply.callNotFound()
    return sendPage(reply, emailPage(email, emailQuery.parse(request.query)))
  })

  app.get<{ Params: { id: string } }>(
    '/sandbox/mailbox/:id/html',
    hidden,
    async (request, reply) => {
      const email = await emails?.find(request.params.id)
      if (!email) return reply.callNotFound()
      const { theme } = emailQuery.parse(request.query)
      return reply
        .headers(EMAIL_HEADERS)
        .type('text/html; charset=utf-8')
        .send(emailHtml(email, theme))
    },
  )

  app.get<{ Params: { id: string; index: string } }>(
    '/sandbox/mailbox/:id/attachments/:index',
    hidden,
    async (request, reply) => {
      const email = await emails?.find(request.params.id)
      const part = email?.attachments[Number(request.params.index)]
      if (!part) return reply.callNotFound()
      return reply
        .header('content-disposition', `attachment; filename="${fileNameOf(part)}"`)
        .type(part.mimeType)
        .send(Buffer.from(bytesOf(part.content)))
    },
  )

  serveAssets(app, import.meta.url, ['sandbox.css', 'mailbox.css', 'mailbox.js'])
}

function summarize({ id, recipients, subject, text, html, storedAt }: StoredEmail) {
  return {
    kind: 'email',
    id,
    to: recipients.join(),
    subject,
    text,
    html,
    sentAt: storedAt.toISOString(),
  }
}
