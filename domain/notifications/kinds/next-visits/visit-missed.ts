import { isAdultOn } from '#contract/guardians/ages.ts'
import { listUnasked } from '#domain/next-visits/asked-children.ts'
import { familyOf } from '#domain/next-visits/recall-family.ts'
import type { EmailKind } from '#domain/notifications/content/email-kind.ts'
import { listRecallRecipients } from '#drizzle/queries/next-visits/recall-recipients.ts'
import { type AskedVisits, describeVisits, readVisits, VISIT_EXAMPLES } from './about-visits.ts'

export const visitMissed: EmailKind<'visit_missed', AskedVisits> = {
  read(question) {
    const { db } = question
    return readVisits(question, (shown, family, { today }) => {
      const childIds = shown.map(({ child }) => child.id)
      const unasked = listUnasked(db, childIds, today)
      const theirs = new Set(
        listRecallRecipients(db, childIds).flatMap((to) =>
          familyOf(to) === family ? to.childId : [],
        ),
      )
      return shown.filter(
        ({ ticket: { state, toDate }, child: { id, birthDate, archivedAt } }) =>
          state === 'open' &&
          toDate >= today &&
          archivedAt === null &&
          !isAdultOn(birthDate, today) &&
          theirs.has(id) &&
          !unasked.has(id),
      )
    })
  },
  describe(subject, speaker) {
    const { nextVisits } = speaker.words
    return describeVisits(subject, speaker, {
      preview: nextVisits.chooseAnotherDay,
      sentence: nextVisits.missedYou,
    })
  },
  examples: {
    'visit-missed': VISIT_EXAMPLES.oneChild,
    'visit-missed-by-siblings': VISIT_EXAMPLES.siblings,
    'visit-missed-at-the-desk': VISIT_EXAMPLES.atTheDesk,
    'visit-missed-without-account': VISIT_EXAMPLES.withoutAccount,
  },
}
