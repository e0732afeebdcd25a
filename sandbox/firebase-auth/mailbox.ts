import type { FastifyInstance } from 'fastify'
import { listMessages, type SentMessage } from './emulator-client.ts'
import { type Html, html, page } from './html.ts'
import { type RunningEmulator, untilReady } from './start.ts'

const TIMEOUT_MS = 20_000

const EMAILS = {
  passwordReset: { title: 'Reset your password', action: 'Choose a new password' },
  emailConfirmation: { title: 'Confirm your email', action: 'Confirm this email' },
} as const

const timeOfDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

/**
 * `GET /sandbox/mailbox`: the emails and phone codes that would have been sent, newest first. With
 * `Accept: application/json` the response is `{ messages: SentMessage[] }`.
 */
export async function identityMailbox(
  app: FastifyInstance,
  { emulator }: { emulator: RunningEmulator },
): Promise<void> {
  app.get('/sandbox/mailbox', { schema: { hide: true } }, async (request, reply) => {
    await untilReady(emulator, TIMEOUT_MS)
    const messages = await listMessages(emulator.origin)
    reply.header('cache-control', 'no-store').header('vary', 'accept')
    if (request.headers.accept?.startsWith('application/json')) return { messages }
    return reply.type('text/html; charset=utf-8').send(mailboxPage(messages).markup)
  })
}

function mailboxPage(messages: SentMessage[]): Html {
  const list =
    messages.length === 0
      ? html`<p class="empty">Nothing has been sent yet. Request a password reset on the login page, or log in with two-step verification.</p>`
      : html`<ol class="messages">${messages.map(messageItem)}</ol>`
  return page({
    title: 'Sandbox mailbox',
    body: html`<header>
<p class="badge">Sandbox</p>
<h1>Mailbox</h1>
<p>Emails and text messages that would have been sent. Nothing here leaves this computer.</p>
<nav aria-label="Mailbox"><a class="button" href="/sandbox/mailbox">Refresh</a> <a href="/login">Go to login</a></nav>
</header>
${list}`,
  })
}

function messageItem(message: SentMessage): Html {
  const time = html`<time datetime="${message.sentAt}">${timeOfDay.format(new Date(message.sentAt))}</time>`
  if (message.kind === 'phoneCode') {
    return html`<li><h2>Your verification code</h2>
<p class="to">Text message to ${message.to}</p>
<p class="code">${message.code}</p>
${time}</li>`
  }
  const { title, action } = EMAILS[message.kind]
  return html`<li><h2>${title}</h2>
<p class="to">Email to ${message.to}</p>
<p><a class="button" href="${message.link}">${action}</a></p>
${time}</li>`
}
