import { DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import type { ContactMessageForm } from '#contract/contact/contact-messages.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { GUEST } from '#domain/notifications/content/examples.ts'
import { findMessage } from '#drizzle/queries/front-desk/contact-messages.ts'
import { readStoredSettings } from '#drizzle/queries/schedule/clinic-settings.ts'

/**
 * A message of the contact page, sent to the clinic's present address; replies go to the author.
 */
export const contactMessage: EmailKind<'contact_message', ContactMessageForm> = {
  isForStaff: true,
  findRecipient(db) {
    const { email: address } = readStoredSettings(db).details
    // The sample address does not belong to the clinic.
    if (address === undefined || address === DEFAULT_SETTINGS.email) return 'unreachable'
    return { name: '', address, hasAccount: false, language: 'en' }
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
      preview: 'Reply to this email to answer.',
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
        'Your reply to this email goes to the address above, which the sender typed and we have not verified.',
      ],
      replyTo: { name, address: email },
      reason: 'You get this email because this address is on the clinic’s contact page.',
    }
  },
  examples: {
    'contact-message': {
      recipient: { ...GUEST, name: '', address: 'hello@clinic.example' },
      name: 'Ann Parent',
      email: 'ann@example.test',
      phone: '(503) 555-0142',
      query: 'Do you see newborns on Fridays?\n\nWe move to Portland in May.',
    },
  },
}
