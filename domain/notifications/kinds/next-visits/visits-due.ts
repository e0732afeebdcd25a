import { wallClockAt } from '#domain/clinic-clock.ts'
import { readAskable } from '#domain/next-visits/ask-due.ts'
import { familyOf } from '#domain/next-visits/recall-family.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { findShownTicket } from '#drizzle/queries/next-visits/tickets.ts'
import {
  type AskedVisits,
  describeVisits,
  showVisits,
  VISIT_EXAMPLES,
  waitForMorning,
} from './about-visits.ts'

/** Check-ups of the family's children are due. */
export const visitsDue: EmailKind<'visits_due', AskedVisits> = {
  /** Says only what is still due and the recipient may book; dropped when nothing is. */
  read(question) {
    const { db, timeZone, recallUrl, notification, now } = question
    const family = familyOf(notification)
    if (family === '') return drop('account_removed')
    if (!readPlanState(db).isOn) return drop('switched_off')
    const moment = wallClockAt(now, timeZone)
    const shown = notification.data.tickets.flatMap((id) => findShownTicket(db, id) ?? [])
    const childIds = shown.map(({ child }) => child.id)
    const askable = new Map(
      readAskable(db, childIds, moment).map((child) => [child.item.ticketId, child]),
    )
    const due = shown.filter(({ ticket }) => {
      const child = askable.get(ticket.id)
      return child?.call === null && child.recipients.some((to) => familyOf(to) === family)
    })
    if (due.length === 0) return drop('nothing_left')
    return waitForMorning(question, family) ?? send(showVisits(due, { family, recallUrl }))
  },
  describe(subject, sender) {
    const sentence =
      subject.visits.length === 1
        ? 'It is time for the next visit.'
        : 'It is time for the next visits of your children.'
    return describeVisits(subject, sender, { preview: 'It is time for the next visit.', sentence })
  },
  examples: {
    'visits-due': VISIT_EXAMPLES.siblings,
    'visits-due-of-five-children': VISIT_EXAMPLES.fiveChildren,
    'visits-due-of-one-child': VISIT_EXAMPLES.oneChild,
    'visits-due-at-the-desk': VISIT_EXAMPLES.atTheDesk,
    'visits-due-without-account': VISIT_EXAMPLES.withoutAccount,
  },
}
