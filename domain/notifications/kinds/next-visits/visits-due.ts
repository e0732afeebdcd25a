import { readAskable } from '#domain/next-visits/ask-due.ts'
import { familyOf } from '#domain/next-visits/recall-family.ts'
import type { EmailKind } from '#domain/notifications/content/email-kind.ts'
import { type AskedVisits, describeVisits, readVisits, VISIT_EXAMPLES } from './about-visits.ts'

/** Check-ups of the family's children are due. */
export const visitsDue: EmailKind<'visits_due', AskedVisits> = {
  read(question) {
    const { db } = question
    return readVisits(question, (shown, family, moment) => {
      const childIds = shown.map(({ child }) => child.id)
      const askable = new Map(
        readAskable(db, childIds, moment).map((child) => [child.item.ticketId, child]),
      )
      return shown.filter(({ ticket }) => {
        const child = askable.get(ticket.id)
        return child?.call === null && child.recipients.some((to) => familyOf(to) === family)
      })
    })
  },
  describe(subject, speaker) {
    const { isTime, isTimeForSeveral } = speaker.words.nextVisits
    const sentence = subject.visits.length === 1 ? isTime : isTimeForSeveral
    return describeVisits(subject, speaker, { preview: isTime, sentence })
  },
  examples: {
    'visits-due': VISIT_EXAMPLES.siblings,
    'visits-due-of-five-children': VISIT_EXAMPLES.fiveChildren,
    'visits-due-of-one-child': VISIT_EXAMPLES.oneChild,
    'visits-due-at-the-desk': VISIT_EXAMPLES.atTheDesk,
    'visits-due-without-account': VISIT_EXAMPLES.withoutAccount,
  },
}
