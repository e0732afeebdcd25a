import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { shortName } from '#domain/notifications/templates/email-details.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { findLink } from '#drizzle/queries/front-desk/family-links.ts'

/** The family's name at the desk, whose appointments the account may own. */
interface LinkProposed {
  familyName: string
}

export const familyLinkProposed: EmailKind<'family_link_proposed', LinkProposed> = {
  read({ db, notification }) {
    const link = findLink(db, notification.data.linkId)
    const family = link && findDeskFamily(db, link.deskFamilyId)
    if (!family || link.state !== 'proposed') return drop('superseded')
    return send({ familyName: family.name })
  },
  describe: ({ familyName }, { siteUrl, clinic }) => ({
    subject: 'Are these appointments yours?',
    preview: 'Confirm to see them in your account.',
    heading: 'Are these appointments yours?',
    paragraphs: [
      'Our front desk has appointments that were booked with your email address. Confirm in your account that they are yours to see them there.',
    ],
    details: [{ label: 'Booked for', lines: [shortName(familyName)] }],
    action: { label: 'Check and confirm', url: `${siteUrl}/dashboard` },
    closing: [`If they are not yours, say so there, or call us at ${clinic.phone}.`],
    reason: 'You get this email because you have an account with this address.',
  }),
  examples: { 'family-link-proposed': { familyName: 'Ann Parent' } },
}
