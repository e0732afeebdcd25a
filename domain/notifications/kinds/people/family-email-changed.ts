import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { GUEST } from '#domain/notifications/content/examples.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'

/** `to`: whether it goes to the old or the new address. */
interface EmailChanged {
  to: 'old' | 'new'
}

export const familyEmailChanged: EmailKind<'family_email_changed', EmailChanged> = {
  /** It goes to the address of that time, whatever the present one is. */
  findRecipient(db, { deskFamilyId, recipient: address }) {
    const family = deskFamilyId === null ? undefined : findDeskFamily(db, deskFamilyId)
    if (!family || address === null) return 'account_removed'
    if (family.bouncedEmail === address) return 'unreachable'
    return { name: family.name, address, hasAccount: false }
  },
  read({ db, notification, recipient }) {
    const { deskFamilyId, data } = notification
    const current = deskFamilyId === null ? undefined : findDeskFamily(db, deskFamilyId)?.email
    const isCurrent = current === recipient.address
    // The address was changed back, or changed again.
    return isCurrent === (data.to === 'old') ? drop('superseded') : send({ to: data.to })
  },
  describe: ({ to }, { siteUrl, clinic }) => ({
    subject: 'Your email address was changed',
    preview: 'Our front desk has changed the address for your appointments.',
    heading: 'Your email address was changed',
    paragraphs: [
      `Our front desk has changed the email address for your appointments. ${
        to === 'old'
          ? 'We’ll no longer send emails to this address.'
          : 'From now on, we’ll send emails about them to this address.'
      }`,
    ],
    details: [],
    action: { label: 'Contact us', url: `${siteUrl}/contactus` },
    closing: [`If you didn’t ask for this, call us at ${clinic.phone}.`],
    reason: 'You get this email because our front desk has this address, or had it.',
  }),
  examples: {
    'family-email-changed-old': { recipient: GUEST, to: 'old' },
    'family-email-changed-new': { recipient: GUEST, to: 'new' },
  },
}
