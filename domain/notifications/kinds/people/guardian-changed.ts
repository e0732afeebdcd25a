import type { GuardianField } from '#contract/audit/events.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type { EmailedChild } from '#domain/notifications/content/email-subject.ts'
import { MIA } from '#domain/notifications/content/examples.ts'
import { lineOf } from '#domain/notifications/templates/email-details.ts'
import { findChild, findGuardedChild } from '#drizzle/queries/guardians/children.ts'

/** `lost`: the rights that another guardian took away; absent when the recipient was removed. */
interface GuardianChanged {
  child: EmailedChild
  change: 'removed' | 'lost'
  lost: readonly GuardianField[]
}

const LOST: Record<GuardianField, string> = {
  owner: 'Managing the child and its guardians',
  mayBook: 'Booking, moving and canceling appointments',
  mayPay: 'Paying for what other guardians have booked',
  receivesEmail: 'Emails about the child’s appointments',
}

export const guardianChanged: EmailKind<'guardian_changed', GuardianChanged> = {
  /** Dropped when the guardian has all of these rights again. */
  read({ db, notification }) {
    const { uid, data } = notification
    const { childId, change, lost } = data
    const child = findChild(db, childId)
    if (!child || uid === null) return drop('nothing_left')
    const rights = findGuardedChild(db, { id: childId, uid })?.guardianship
    if (change === 'removed' && rights) return drop('superseded')
    if (change === 'lost' && !rights) return drop('superseded')
    const isBack = (field: GuardianField) => rights?.[field === 'owner' ? 'isOwner' : field]
    if (change === 'lost' && lost.every(isBack)) return drop('superseded')
    return send({ child: { id: childId, name: child.name }, change, lost })
  },
  describe({ child, change, lost }, { siteUrl, clinic }) {
    const isRemoved = change === 'removed'
    const reason = 'You get this email because you were a guardian of this child.'
    return {
      subject: isRemoved
        ? 'You were removed as a guardian'
        : 'Your rights as a guardian have changed',
      preview: 'Another guardian has made this change.',
      heading: isRemoved ? 'You were removed as a guardian' : 'Your rights have changed',
      paragraphs: isRemoved
        ? [
            'Another guardian has removed you as a guardian of this child.',
            'You still see appointments that you paid for, and can cancel them online until shortly before they start.',
          ]
        : ['Another guardian has changed what you can do for this child.'],
      details: [
        { label: 'Child', lines: [lineOf(child)] },
        ...(isRemoved
          ? []
          : [{ label: 'No longer yours', lines: lost.map((field) => LOST[field]), isList: true }]),
      ],
      action: { label: 'View appointments', url: `${siteUrl}/dashboard` },
      closing: [`If this is wrong, call us at ${clinic.phone}.`],
      ...(isRemoved && { reason }),
    }
  },
  examples: {
    'guardian-removed': { child: MIA, change: 'removed', lost: [] },
    'guardian-lost-rights': { child: MIA, change: 'lost', lost: ['owner', 'mayPay'] },
  },
}
