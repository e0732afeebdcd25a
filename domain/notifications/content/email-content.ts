import type { EmailedChild } from './email-subject.ts'

/** The texts of an email, for its HTML and its plain text. */
export interface EmailContent {
  subject: string
  /** The preview that mail programs show after the subject. */
  preview: string
  heading: string
  /** How the recipient is addressed. */
  greeting: string
  /** Before the details. */
  paragraphs: readonly string[]
  /** The key facts, such as time and place. */
  details: readonly EmailDetail[]
  /** The one thing to do next. */
  action: { label: string; url: string }
  /** After the action. */
  closing: readonly string[]
  /** Who gets replies; the clinic's own address when absent. */
  replyTo?: { name: string; address: string }
  /** Why the recipient gets this email. */
  reason: string
  /** The page that stops such emails; mail programs send a `POST` to the same address. */
  unsubscribeUrl?: string
  /** The text of the unsubscribe link; the one about reminders when absent. */
  unsubscribeText?: string
  /** The clinic's Notice of Privacy Practices. */
  notice?: { label: string; url: string } | undefined
}

/** Text, or text that ends with a child's name, before which the HTML shows the child's initials. */
export type EmailLine = string | { before: string; name: string; child: EmailedChild }

export interface EmailDetail {
  label: string
  lines: readonly EmailLine[]
  /** Whether the lines are of equal rank; otherwise the first one matters most. */
  isList?: boolean
}

/** What a kind of email defines; the greeting is common to all, and so is the usual reason. */
export type Texts = Omit<EmailContent, 'greeting' | 'reason'> & { reason?: string }
