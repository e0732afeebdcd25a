import { isAdultOn } from '#contract/guardians/ages.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import { listUnasked } from '#domain/next-visits/asked-children.ts'
import { familyOf } from '#domain/next-visits/recall-family.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { listRecallRecipients } from '#drizzle/queries/next-visits/recall-recipients.ts'
import { findShownTicket } from '#drizzle/queries/next-visits/tickets.ts'
import {
  type AskedVisits,
  describeVisits,
  showVisits,
  VISIT_EXAMPLES,
  waitForMorning,
} from './about-visits.ts'

export const visitMissed: EmailKind<'visit_missed', AskedVisits> = {
  /** Says only what is not booked yet and the recipient may book; dropped when nothing is. */
  read(question) {
    const { db, timeZone, recallUrl, notification, now } = question
    const family = familyOf(notification)
    if (family === '') return drop('account_removed')
    if (!readPlanState(db).isOn) return drop('switched_off')
    const { today } = wallClockAt(now, timeZone)
    const shown = notification.data.tickets.flatMap((id) => findShownTicket(db, id) ?? [])
    const childIds = shown.map(({ child }) => child.id)
    const unasked = listUnasked(db, childIds, today)
    const theirs = new Set(
      listRecallRecipients(db, childIds).flatMap((to) =>
        familyOf(to) === family ? to.childId : [],
      ),
    )
    const missed = shown.filter(
      ({ ticket: { state, toDate }, child: { id, birthDate, archivedAt } }) =>
        state === 'open' &&
        toDate >= today &&
        archivedAt === null &&
        !isAdultOn(birthDate, today) &&
        theirs.has(id) &&
        !unasked.has(id),
    )
    if (missed.length === 0) return drop('nothing_left')
    return waitForMorning(question, family) ?? send(showVisits(missed, { family, recallUrl }))
  },
  describe(subject, sender) {
    return describeVisits(subject, sender, {
      preview: 'Choose another day.',
      sentence: 'We missed you at your last appointment and would still like to see you.',
    })
  },
  examples: {
    'visit-missed': VISIT_EXAMPLES.oneChild,
    'visit-missed-by-siblings': VISIT_EXAMPLES.siblings,
    'visit-missed-at-the-desk': VISIT_EXAMPLES.atTheDesk,
    'visit-missed-without-account': VISIT_EXAMPLES.withoutAccount,
  },
}
