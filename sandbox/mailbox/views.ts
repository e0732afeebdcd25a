import type { Attachment } from 'postal-mime'
import { type Html, html, nothing } from '#domain/notifications/templates/html.ts'
import { WORDS } from '#words/every-language.ts'
import type { SentMessage } from '../firebase-auth/emulator/emulator-client.ts'
import type { StoredEmail } from '../smtp/email-store.ts'
import { page } from './page.ts'

export const EMAIL_VIEWS = ['html', 'text', 'source'] as const
type EmailView = (typeof EMAIL_VIEWS)[number]

export const EMAIL_THEMES = ['light', 'dark'] as const
type EmailTheme = (typeof EMAIL_THEMES)[number]

const VIEW_NAMES: Record<EmailView, string> = {
  html: 'Email',
  text: 'Plain text',
  source: 'Source',
}
const THEME_NAMES: Record<EmailTheme, string> = { light: 'Light', dark: 'Dark' }

const SCRIPT = '/sandbox/mailbox.js'
const STYLE = '/sandbox/mailbox.css'

const utc = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

/** An entry of the list, with the time of sending. */
interface MailboxItem {
  sentAt: Date
  item: Html
}

/** An email or text message of the identity emulator. */
export function identityItem(message: SentMessage): MailboxItem {
  const sentAt = new Date(message.sentAt)
  if (message.kind === 'phoneCode') {
    const item = html`<li><h2>Your verification code</h2>
<p class="to">Text message to ${message.to}</p>
<p class="code">${message.code}</p>
${time(sentAt)}</li>`
    return { sentAt, item }
  }
  const { kind, language } = message
  // The provider writes its emails in the language of the page that requests them.
  const { title, action } = WORDS[language].emails.identity[kind]
  const lang = language === 'en' ? nothing : html` lang="${language}"`
  const item = html`<li><h2${lang}>${title}</h2>
<p class="to">Email to ${message.to}</p>
<p><a class="button"${lang} href="${message.link}">${action}</a></p>
${time(sentAt)}</li>`
  return { sentAt, item }
}

/** An email of the clinic. */
export function emailItem(email: StoredEmail): MailboxItem {
  const item = html`<li><h2><a href="/sandbox/mailbox/${email.id}">${email.subject ?? ''}</a></h2>
<p class="to">Email to ${email.recipients.join(', ')}</p>
${time(email.storedAt)}</li>`
  return { sentAt: email.storedAt, item }
}

/** The list, newest first. @param older the link to older emails, if there are any */
export function mailboxPage(items: readonly MailboxItem[], older: string | undefined): Html {
  const list =
    items.length === 0
      ? html`<p class="empty">Nothing has been sent yet. Book an appointment, request a password reset on the login page, or log in with two-step verification.</p>`
      : html`<ol class="messages">${items.map(({ item }) => item)}</ol>`
  return page({
    title: 'Sandbox mailbox',
    script: SCRIPT,
    style: STYLE,
    body: html`<header>
<p class="badge">Sandbox</p>
<h1>Mailbox</h1>
<p>Emails and text messages that would have been sent. Nothing here leaves this computer.</p>
<nav aria-label="Mailbox"><a class="button" href="/sandbox/mailbox">Refresh</a> <a href="/login">Go to login</a></nav>
</header>
${list}
${older ? html`<p><a href="${older}">Older emails</a></p>` : nothing}`,
  })
}

/** One email in full. */
export function emailPage(
  email: StoredEmail,
  { view, theme }: { view: EmailView; theme?: EmailTheme },
): Html {
  const own = `/sandbox/mailbox/${email.id}`
  const themes = EMAIL_THEMES.map((name) =>
    tab(THEME_NAMES[name], `${own}?theme=${name}`, name === theme),
  )
  return page({
    title: `${email.subject} – Sandbox mailbox`,
    script: SCRIPT,
    style: STYLE,
    body: html`<header>
<p><a href="/sandbox/mailbox">Back to the mailbox</a></p>
<h1>${email.subject ?? ''}</h1>
<dl class="envelope">
<dt>From</dt><dd>${mailbox(email.from)}</dd>
<dt>To</dt><dd>${email.recipients.join(', ')}</dd>
<dt>Sent</dt><dd>${time(email.storedAt)}</dd>
</dl>
${attachments(email)}
<nav aria-label="Views">${EMAIL_VIEWS.map((name) => tab(VIEW_NAMES[name], `${own}?view=${name}`, name === view))}</nav>
${view === 'html' ? html`<nav aria-label="Theme of the email">${themes}</nav>` : nothing}
</header>
${body(email, view, theme)}`,
  })
}

function body(email: StoredEmail, view: EmailView, theme?: EmailTheme): Html {
  if (view === 'source') return html`<pre tabindex="0">${email.source}</pre>`
  if (view === 'text') return html`<pre tabindex="0">${email.text ?? ''}</pre>`
  const source = `/sandbox/mailbox/${email.id}/html${theme ? `?theme=${theme}` : ''}`
  // Without scripts; with the same origin, so that the page can measure it.
  return html`<iframe class="email" title="Email" src="${source}" sandbox="allow-same-origin allow-top-navigation-by-user-activation"></iframe>`
}

/** The email's HTML for a frame: with its images, one theme if requested, and links that leave the frame. */
export function emailHtml(email: StoredEmail, theme?: EmailTheme): string {
  const images = new Map(
    email.attachments.map(({ contentId, mimeType, content }) => [
      contentId?.replace(/^<|>$/g, ''),
      `data:${mimeType};base64,${Buffer.from(bytesOf(content)).toString('base64')}`,
    ]),
  )
  const media = theme && `@media ${theme === 'dark' ? 'all' : 'not all'}`
  return (email.html ?? '')
    .replace('<head>', '<head><base target="_top">')
    .replace(/cid:([^"]+)/g, (whole, id: string) => images.get(id) ?? whole)
    .replaceAll('@media (prefers-color-scheme:dark)', (whole) => media ?? whole)
}

/** The content of an attachment. */
export function bytesOf(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

/** The file name for saving it. */
export function fileNameOf({ filename, mimeType, method }: Attachment): string {
  return (
    filename ?? (mimeType === 'text/calendar' ? `${method ?? 'event'}.ics`.toLowerCase() : 'part')
  )
}

function attachments(email: StoredEmail): Html {
  const shown = email.attachments.map((part, index) => ({ part, index }))
  const files = shown.filter(({ part }) => !part.contentId)
  if (files.length === 0) return nothing
  return html`<ul class="attachments">${files.map(
    ({ part, index }) =>
      html`<li><a href="/sandbox/mailbox/${email.id}/attachments/${index}">${fileNameOf(part)}</a> (${part.mimeType}${part.method ? `, ${part.method}` : ''})</li>`,
  )}</ul>`
}

function mailbox(from: StoredEmail['from']): string {
  return from?.address ? `${from.name} <${from.address}>` : ''
}

function tab(name: string, href: string, isCurrent: boolean): Html {
  return isCurrent
    ? html`<a class="tab" aria-current="page" href="${href}">${name}</a> `
    : html`<a class="tab" href="${href}">${name}</a> `
}

/** `mailbox.js` shows it in the reader's time zone. */
function time(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${utc.format(at)} UTC</time>`
}
