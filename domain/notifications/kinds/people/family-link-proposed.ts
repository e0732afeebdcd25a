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
  describe: ({ familyName }, { clinic, words: { people, shared }, pageAt }) => ({
    subject: people.areTheseYours,
    preview: people.confirmToSee,
    heading: people.areTheseYours,
    paragraphs: [people.bookedWithYourAddress],
    details: [{ label: people.bookedFor, lines: [shortName(familyName)] }],
    action: { label: people.checkAndConfirm, url: pageAt('/dashboard') },
    closing: [people.ifNotYours(clinic.phone)],
    reason: shared.whyAccount,
  }),
  examples: { 'family-link-proposed': { familyName: 'Ann Parent' } },
}
