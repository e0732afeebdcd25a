import { SIBLINGS_PARAMETER } from '#contract/guardians/child-parameters.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import { readAskable } from '#domain/next-visits/ask-due.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type { EmailedChild } from '#domain/notifications/content/email-subject.ts'
import { BEN, GUEST, MIA } from '#domain/notifications/content/examples.ts'
import { afterQuietHours, readReminderSettings } from '#domain/notifications/reminders.ts'
import { childrenOf } from '#domain/notifications/templates/email-details.ts'
import { readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { findShownTicket } from '#drizzle/queries/next-visits/tickets.ts'

interface DueVisit {
  ticketId: string
  treatmentId: string
  child: EmailedChild
}

/** Check-ups of the family's children are due. */
interface VisitsDue {
  /** At least one. */
  visits: DueVisit[]
  /** Whether the family can book all of them online. */
  isOnline: boolean
  stopUrl: string
}

const TREATMENT = '0192f0c1-bbbb-7000-8000-000000000001'

const example: VisitsDue = {
  visits: [
    { ticketId: '0192f0c1-eeee-7000-8000-000000000001', treatmentId: TREATMENT, child: MIA },
    { ticketId: '0192f0c1-eeee-7000-8000-000000000002', treatmentId: TREATMENT, child: BEN },
  ],
  isOnline: true,
  stopUrl: 'https://clinic.example/recalls/stop?token=a.b',
}

export const visitsDue: EmailKind<'visits_due', VisitsDue> = {
  /** Says only what is still due and the recipient may book; dropped when nothing is. */
  read({ db, timeZone, recallUrl, notification, now }) {
    const { uid, deskFamilyId, data } = notification
    const family = uid ?? deskFamilyId
    if (family === null) return drop('account_removed')
    if (!readPlanState(db).isOn) return drop('switched_off')
    const moment = wallClockAt(now, timeZone)
    const shown = data.tickets.flatMap((id) => findShownTicket(db, id) ?? [])
    const childIds = shown.map(({ child }) => child.id)
    const askable = new Map(
      readAskable(db, childIds, moment).map((child) => [child.item.ticketId, child]),
    )
    const due = shown.filter(({ ticket }) => {
      const child = askable.get(ticket.id)
      const isTheirs = child?.recipients.some((to) => (to.uid ?? to.deskFamilyId) === family)
      return isTheirs === true && child?.call === null
    })
    if (due.length === 0) return drop('nothing_left')
    const quietUntil = afterQuietHours(now, { timeZone, settings: readReminderSettings(db) })
    if (quietUntil > now) return { outcome: 'wait', until: quietUntil }
    return send({
      visits: due.map(({ ticket, treatment, child }) => ({
        ticketId: ticket.id,
        treatmentId: treatment.id,
        child: { id: child.id, name: child.name },
      })),
      isOnline: due.every(({ treatment }) => treatment.active && treatment.booking !== 'desk'),
      stopUrl: recallUrl({ family, children: due.map(({ child }) => child.id) }),
    })
  },
  describe({ visits, isOnline, stopUrl, recipient }, { siteUrl, clinic }) {
    const books = isOnline && recipient.hasAccount
    const one = visits.length === 1
    return {
      subject: `Time to book a visit at ${clinic.name}`,
      preview: 'It is time for the next visit.',
      heading: 'Time to book a visit',
      paragraphs: [
        one ? 'It is time for the next visit.' : 'It is time for the next visits of your children.',
        books
          ? `Choose a day and a time that suit you${one ? '.' : ': they can come one after the other.'}`
          : 'Please call us to choose a day and a time.',
      ],
      details: childrenOf(visits.map(({ child }) => child)),
      action: books
        ? { label: 'Choose a time', url: `${siteUrl}${bookingPath(visits)}` }
        : { label: 'Contact us', url: `${siteUrl}/contactus` },
      closing: [`Questions? Call us at ${clinic.phone}.`],
      reason: recipient.hasAccount
        ? 'You get this email because you may book appointments of this family.'
        : 'You get this email because our front desk books appointments for your family.',
      unsubscribeUrl: stopUrl,
      unsubscribeText: 'Stop these emails',
    }
  },
  examples: {
    'visits-due': example,
    'visits-due-of-one-child': { ...example, visits: example.visits.slice(0, 1) },
    'visits-due-at-the-desk': { ...example, isOnline: false },
    'visits-due-without-account': { ...example, recipient: GUEST },
  },
}

/** The booking of one visit, or of the siblings’ visits together. */
function bookingPath(visits: readonly DueVisit[]): string {
  const [first, ...others] = visits
  if (first && others.length === 0) return `/appointment?ticket=${first.ticketId}`
  const siblings = visits.map(({ child, treatmentId }) => `${child.id}:${treatmentId}`).join(',')
  return `/appointment?${new URLSearchParams({ [SIBLINGS_PARAMETER]: siblings })}`
}
