import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import type { ContactMessageForm } from '#contract/contact/contact-messages.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { findMessage } from '#drizzle/queries/front-desk/contact-messages.ts'
import { readStoredSettings } from '#drizzle/queries/schedule/clinic-settings.ts'

/**
 * A message of the contact page, sent to the clinic's present address; replies go to the author.
 */
export const contactMessage: EmailKind<'contact_message', ContactMessageForm> = {
  findRecipient(db) {
    const { email: address } = readStoredSettings(db).details
    // The sample address does not belong to the clinic.
    if (address === undefined || address === DEFAULT_SETTINGS.email) return 'unreachable'
    return { name: '', address, hasAccount: false }
  },
  read({ db, notification: { data } }) {
    const found = findMessage(db, data.messageId)
    if (!found) return drop('nothing_left')
    const { name, email, phone, query } = found
    return send({ name, email, phone, query })
  },
  describe({ name, email, phone, query }, { siteUrl }) {
    return {
      subject: 'New message from the contact page',
      preview: 'Answer this email to answer the message.',
      heading: 'New message',
      // The words are the sender's, although the email is the clinic's.
      paragraphs: [
        `${name} wrote on the contact page:`,
        ...query.split('\n').filter((line) => line.trim() !== ''),
      ],
      details: [
        { label: 'From', lines: [name, email] },
        ...(phone ? [{ label: 'Phone', lines: [phone] }] : []),
      ],
      action: { label: 'Open To do', url: `${siteUrl}/dashboard/todo?list=messages` },
      closing: [
        'An answer to this email goes to the address above. The sender has typed it, and it was not verified.',
      ],
      replyTo: { name, address: email },
      reason: 'You get this email because the clinic’s contact page has this address.',
    }
  },
  examples: {
    'contact-message': {
      recipient: { name: '', address: 'hello@clinic.example', hasAccount: false },
      name: 'Ann Parent',
      email: 'ann@example.test',
      phone: '(503) 555-0142',
      query: 'Do you see newborns on Fridays?\n\nWe move to Portland in May.',
    },
  },
}
