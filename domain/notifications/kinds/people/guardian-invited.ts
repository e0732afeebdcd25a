import { readState } from '#domain/guardians/invitations.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { GUEST } from '#domain/notifications/content/examples.ts'
import { findFamily } from '#domain/notifications/content/recipient.ts'
import { findInvitation } from '#drizzle/queries/guardians/invitations.ts'
import { findUser, findUserByEmail } from '#drizzle/queries/identity/users.ts'
import { languageOf } from '#words/languages.ts'

/** `acceptPath`: the path of the page that accepts after a login. */
interface Invited {
  inviterEmail: string
  acceptPath: string
}

export const guardianInvited: EmailKind<'guardian_invited', Invited> = {
  findRecipient(db, notification) {
    const { recipient: address, data } = notification
    const family = findFamily(db, notification)
    if (family) return family
    if (address === null) return 'account_removed'
    const invitation = findInvitation(db, data.invitationId)
    const inviter = invitation && findUser(db, invitation.invitedBy)
    // The email must not reveal whether the address has an account, but may be in its language.
    const { language = null } = findUserByEmail(db, address) ?? inviter ?? {}
    return { name: '', address, hasAccount: false, language: languageOf(language) }
  },
  read({ db, notification, now }) {
    const invitation = findInvitation(db, notification.data.invitationId)
    const inviter = invitation && findUser(db, invitation.invitedBy)
    if (!invitation || !inviter) return drop('account_removed')
    // Anyone can sign up with any address: only a verified one identifies the inviter.
    if (!inviter.emailVerified) return drop('unverified')
    const { state } = readState(db, invitation, now)
    if (state !== 'open') return drop(state === 'expired' ? 'expired' : 'superseded')
    return send({ inviterEmail: inviter.email, acceptPath: `/invitation/${invitation.id}` })
  },
  describe: ({ inviterEmail, acceptPath }, { clinic, words: { people }, pageAt }) => ({
    subject: people.invitedTo(clinic.fullName),
    preview: people.manageChildTogether,
    heading: people.manageTogether,
    paragraphs: [people.inviterInvites(inviterEmail, clinic.fullName), people.howToAccept],
    details: [],
    action: { label: people.viewInvitation, url: pageAt(acceptPath) },
    closing: [people.ifUnknown],
    reason: people.whyInvited,
  }),
  examples: {
    'guardian-invited': {
      recipient: { ...GUEST, name: '', address: 'grandmother@example.test' },
      inviterEmail: 'ann@example.test',
      acceptPath: '/invitation/0192f0c1',
    },
  },
}
