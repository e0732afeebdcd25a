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
  describe: ({ claimUrl }, { clinic }) => ({
    subject: 'Your clinic has a new website',
    preview: 'See and book your family’s appointments online.',
    heading: 'Your clinic has a new website',
    paragraphs: [
      `${clinic.fullName} has a new website, on which you can see and book your family’s appointments.`,
      'Your family’s records are ready. Log in or create an account, then enter the birth date of one of your children, and they are in your account.',
    ],
    details: [],
    action: { label: 'Find your family', url: claimUrl },
    closing: [
      'The link is for your family only: please don’t pass it on.',
      `Questions? Call us at ${clinic.phone}.`,
    ],
    reason: 'You get this email because your family is a patient of the clinic.',
  }),
  examples: {
    'claim-offered': { recipient: GUEST, claimUrl: 'https://clinic.example/claim/0123-4567-89ab' },
  },
}
