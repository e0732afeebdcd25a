import { type IsoDate, laterOf } from '#contract/dates.ts'
import { isAdultOn } from '#contract/guardians/ages.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import { listUnasked } from '#domain/next-visits/asked-children.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type { EmailedChild } from '#domain/notifications/content/email-subject.ts'
import { GUEST, MIA } from '#domain/notifications/content/examples.ts'
import { childOf, contactUs, daysOf } from '#domain/notifications/templates/email-details.ts'
import { findGuardedChild } from '#drizzle/queries/guardians/children.ts'
import { hasStoppedRecalls } from '#drizzle/queries/next-visits/recall-records.ts'
import { findShownTicket } from '#drizzle/queries/next-visits/tickets.ts'
import { waitForDay, waitForMorning } from './about-visits.ts'

/** The clinic asks the family to book a visit. */
interface TicketOpened {
  ticketId: string
  child: EmailedChild
  from: IsoDate
  to: IsoDate
  /** Whether the family can book it online. */
  isOnline: boolean
  stopUrl: string
}

const example: TicketOpened = {
  ticketId: '0192f0c1-eeee-7000-8000-000000000001',
  child: MIA,
  from: '2027-03-09',
  to: '2027-04-06',
  isOnline: true,
  stopUrl: 'https://clinic.example/recalls/stop?token=a.b',
}

export const ticketOpened: EmailKind<'ticket_opened', TicketOpened> = {
  /** Dropped when the visit is booked, answered or withdrawn, or the recipient may not book it. */
  read(question) {
    const { db, timeZone, recallUrl, notification, now } = question
    const { uid, data } = notification
    const family = uid ?? notification.deskFamilyId
    if (family === null) return drop('account_removed')
    const shown = findShownTicket(db, data.ticketId)
    if (shown?.ticket.state !== 'open') return drop('nothing_left')
    const { ticket, child, treatment } = shown
    const { today } = wallClockAt(now, timeZone)
    if (child.archivedAt !== null || isAdultOn(child.birthDate, today)) return drop('nothing_left')
    if (ticket.toDate < today) return drop('expired')
    if (uid !== null) {
      const rights = findGuardedChild(db, { id: child.id, uid })?.guardianship
      if (!rights?.mayBook || !rights.receivesEmail) return drop('not_guardian')
    }
    if (hasStoppedRecalls(db, { family, childId: child.id })) return drop('switched_off')
    const isAskedAgain = ticket.asked > 1
    if (isAskedAgain && listUnasked(db, [child.id], today).has(child.id))
      return drop('nothing_left')
    const wait = isAskedAgain ? waitForMorning(question, family) : waitForDay(question)
    if (wait) return wait
    return send({
      ticketId: ticket.id,
      child: { id: child.id, name: child.name },
      from: laterOf(ticket.fromDate, today),
      to: ticket.toDate,
      isOnline: treatment.active && treatment.booking !== 'desk',
      stopUrl: recallUrl({ family, children: [child.id] }),
    })
  },
  describe({ ticketId, child, from, to, isOnline, stopUrl, recipient }, speaker) {
    const { clinic, pageAt, words } = speaker
    const { nextVisits, shared } = words
    const books = isOnline && recipient.hasAccount
    return {
      subject: nextVisits.timeToBook(clinic.name),
      preview: nextVisits.seeYouAgain,
      heading: nextVisits.timeToBookHeading,
      paragraphs: [books ? nextVisits.seeYouAgainChoose : nextVisits.seeYouAgainCall],
      details: [
        ...childOf({ child }, speaker),
        { label: shared.when, lines: [daysOf(from, to, speaker)] },
      ],
      action: books
        ? { label: nextVisits.chooseTime, url: pageAt(`/appointment?ticket=${ticketId}`) }
        : contactUs(speaker),
      closing: [shared.questions(clinic.phone)],
      reason: recipient.hasAccount ? nextVisits.whyMayBookForChild : nextVisits.whyDeskBooks,
      unsubscribeUrl: stopUrl,
      unsubscribeText: nextVisits.stopEmails,
    }
  },
  examples: {
    'ticket-opened': example,
    'ticket-opened-at-the-desk': { ...example, isOnline: false },
    'ticket-opened-without-account': { ...example, recipient: GUEST },
  },
}
