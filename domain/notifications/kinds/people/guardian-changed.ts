import type { GuardianField } from '#contract/audit/events.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type { EmailedChild } from '#domain/notifications/content/email-subject.ts'
import { MIA } from '#domain/notifications/content/examples.ts'
import { lineOf, viewAppointments } from '#domain/notifications/templates/email-details.ts'
import { findChild, findGuardedChild } from '#drizzle/queries/guardians/children.ts'

/** `lost`: the rights that another guardian took away; absent when the recipient was removed. */
interface GuardianChanged {
  child: EmailedChild
  change: 'removed' | 'lost'
  lost: readonly GuardianField[]
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
  describe({ child, change, lost }, speaker) {
    const { words, clinic } = speaker
    const { people } = words
    const shared = {
      preview: people.guardianMadeChange,
      action: viewAppointments(speaker),
      closing: [words.shared.ifWrong(clinic.phone)],
    }
    const ofChild = { label: people.child, lines: [lineOf(child)] }
    if (change === 'removed') {
      return {
        ...shared,
        subject: people.removedAsGuardian,
        heading: people.removedAsGuardian,
        paragraphs: [people.guardianRemovedYou, people.stillSeePaid],
        details: [ofChild],
        reason: people.whyWasGuardian,
      }
    }
    const lines = lost.map((field) => people.rights[field])
    return {
      ...shared,
      subject: people.rightsChanged,
      heading: people.rightsChangedHeading,
      paragraphs: [people.guardianChangedRights],
      details: [ofChild, { label: people.noLongerYours, lines, isList: true }],
    }
  },
  examples: {
    'guardian-removed': { child: MIA, change: 'removed', lost: [] },
    'guardian-lost-rights': { child: MIA, change: 'lost', lost: ['owner', 'mayPay'] },
  },
}
