import { readState } from '#domain/guardians/invitations.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { findFamily } from '#domain/notifications/content/recipient.ts'
import { findInvitation } from '#drizzle/queries/guardians/invitations.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'

/** `acceptPath`: the path of the page that accepts after a login. */
interface Invited {
  inviterEmail: string
  acceptPath: string
}

export const guardianInvited: EmailKind<'guardian_invited', Invited> = {
  findRecipient(db, notification) {
    const { recipient: address } = notification
    const invited = address === null ? undefined : { name: '', address, hasAccount: false }
    return findFamily(db, notification) ?? invited ?? 'account_removed'
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
  describe: ({ inviterEmail, acceptPath }, { siteUrl, clinic }) => ({
    subject: `You’re invited to ${clinic.fullName}`,
    preview: 'Manage a child’s appointments together.',
    heading: 'Manage appointments together',
    paragraphs: [
      `The person with the address ${inviterEmail} invites you to manage a child’s appointments at ${clinic.fullName}.`,
      'Log in or sign up with the email address that this was sent to, then accept the invitation.',
    ],
    details: [],
    action: { label: 'View invitation', url: `${siteUrl}${acceptPath}` },
    closing: [
      'If you don’t know this person, ignore this email: nothing happens until you accept.',
    ],
    reason: 'You get this email because a family of the clinic entered your address.',
  }),
  examples: {
    'guardian-invited': {
      recipient: { name: '', address: 'grandmother@example.test', hasAccount: false },
      inviterEmail: 'ann@example.test',
      acceptPath: '/invitation/0192f0c1',
    },
  },
}
