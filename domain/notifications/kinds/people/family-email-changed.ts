import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { GUEST } from '#domain/notifications/content/examples.ts'
import { contactUs } from '#domain/notifications/templates/email-details.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { languageOf } from '#words/languages.ts'

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
    const { name, language } = family
    return { name, address, hasAccount: false, language: languageOf(language) }
  },
  read({ db, notification, recipient }) {
    const { deskFamilyId, data } = notification
    const current = deskFamilyId === null ? undefined : findDeskFamily(db, deskFamilyId)?.email
    const isCurrent = current === recipient.address
    // The address was changed back, or changed again.
    return isCurrent === (data.to === 'old') ? drop('superseded') : send({ to: data.to })
  },
  describe({ to }, speaker) {
    const { people } = speaker.words
    return {
      subject: people.emailChanged,
      preview: people.deskChangedEmail,
      heading: people.emailChanged,
      paragraphs: [to === 'old' ? people.toOldAddress : people.toNewAddress],
      details: [],
      action: contactUs(speaker),
      closing: [people.ifNotAsked(speaker.clinic.phone)],
      reason: people.whyDeskHasAddress,
    }
  },
  examples: {
    'family-email-changed-old': { recipient: GUEST, to: 'old' },
    'family-email-changed-new': { recipient: GUEST, to: 'new' },
  },
}
