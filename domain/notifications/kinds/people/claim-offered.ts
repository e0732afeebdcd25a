import { hashOfClaimToken } from '#domain/notifications/content/claim-tokens.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { GUEST } from '#domain/notifications/content/examples.ts'
import { findClaimById } from '#drizzle/queries/claims/claims.ts'

/** The address by which the family claims its records. */
interface ClaimOffered {
  claimUrl: string
}

export const claimOffered: EmailKind<'claim_offered', ClaimOffered> = {
  read({ db, notification, claimUrl, now }) {
    const claim = findClaimById(db, notification.data.claimId)
    if (!claim || notification.deskFamilyId === null) return drop('nothing_left')
    const { id, tokenHash, usedAt, replacedAt, triesLeft, expiresAt } = claim
    if (usedAt !== null || triesLeft === 0) return drop('nothing_left')
    if (expiresAt <= now) return drop('expired')
    const url = claimUrl(id)
    // After a change of the secret, the address would not be the claim's.
    const isIts = hashOfClaimToken(url.split('/').at(-1) ?? '') === tokenHash
    return replacedAt !== null || !isIts ? drop('superseded') : send({ claimUrl: url })
  },
  describe: ({ claimUrl }, { clinic, words: { people, shared }, ownAddress }) => ({
    subject: people.newWebsite,
    preview: people.bookOnline,
    heading: people.newWebsite,
    paragraphs: [people.hasNewWebsite(clinic.fullName), people.recordsAreReady],
    details: [],
    action: { label: people.findFamily, url: ownAddress(claimUrl) },
    closing: [people.linkIsYours, shared.questions(clinic.phone)],
    reason: people.whyPatient,
  }),
  examples: {
    'claim-offered': { recipient: GUEST, claimUrl: 'https://clinic.example/claim/0123-4567-89ab' },
  },
}
