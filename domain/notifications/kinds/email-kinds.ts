import { type NotificationKind, notificationKind } from '#contract/notifications/notifications.ts'
import type { EmailKind } from '../content/email-kind.ts'
import type { Addressed } from '../content/email-subject.ts'
import { booked } from './appointment/booked.ts'
import { calendarEvent } from './appointment/calendar-event.ts'
import { cancelled } from './appointment/cancelled.ts'
import { moved } from './appointment/moved.ts'
import { patientChanged } from './appointment/patient-changed.ts'
import { reassigned } from './appointment/reassigned.ts'
import { reminder } from './appointment/reminder.ts'
import { paid } from './money/paid.ts'
import { paymentDue } from './money/payment-due.ts'
import { refundFailed } from './money/refund-failed.ts'
import { refunded } from './money/refunded.ts'
import { unpaid } from './money/unpaid.ts'
import { ticketOpened } from './next-visits/ticket-opened.ts'
import { visitMissed } from './next-visits/visit-missed.ts'
import { visitsDue } from './next-visits/visits-due.ts'
import { alarm } from './people/alarm.ts'
import { claimOffered } from './people/claim-offered.ts'
import { contactMessage } from './people/contact-message.ts'
import { familyEmailChanged } from './people/family-email-changed.ts'
import { familyLinkProposed } from './people/family-link-proposed.ts'
import { guardianChanged } from './people/guardian-changed.ts'
import { guardianInvited } from './people/guardian-invited.ts'
import { secondFactorReset } from './people/second-factor-reset.ts'
import { weeklyFigures } from './people/weekly-figures.ts'
import { offerAnswered } from './waitlist/offer-answered.ts'
import { offerExpired } from './waitlist/offer-expired.ts'
import { offerMade } from './waitlist/offer-made.ts'
import { reofferMade } from './waitlist/reoffer-made.ts'
import { reofferReminder } from './waitlist/reoffer-reminder.ts'
import { reofferWithdrawn } from './waitlist/reoffer-withdrawn.ts'
import { waitClosed } from './waitlist/wait-closed.ts'

const LIST = {
  alarm,
  booked,
  calendar_event: calendarEvent,
  cancelled,
  claim_offered: claimOffered,
  contact_message: contactMessage,
  family_email_changed: familyEmailChanged,
  family_link_proposed: familyLinkProposed,
  guardian_changed: guardianChanged,
  guardian_invited: guardianInvited,
  moved,
  offer_answered: offerAnswered,
  offer_expired: offerExpired,
  offer_made: offerMade,
  paid,
  patient_changed: patientChanged,
  payment_due: paymentDue,
  reassigned,
  refund_failed: refundFailed,
  refunded,
  reminder,
  reoffer_made: reofferMade,
  reoffer_reminder: reofferReminder,
  reoffer_withdrawn: reofferWithdrawn,
  second_factor_reset: secondFactorReset,
  ticket_opened: ticketOpened,
  visit_missed: visitMissed,
  visits_due: visitsDue,
  unpaid,
  wait_closed: waitClosed,
  weekly_figures: weeklyFigures,
} satisfies { [Kind in NotificationKind]: EmailKind<Kind, object> }

type Shown<Kind extends NotificationKind> =
  (typeof LIST)[Kind] extends EmailKind<Kind, infer Each> ? Each : never

/** The subject of an email: everything that it shows. */
export type SubjectOf<Kind extends NotificationKind> = {
  [Each in Kind]: Addressed & { kind: Each } & Shown<Each>
}[Kind]
export type EmailSubject = SubjectOf<NotificationKind>

/** Every kind of email, for the queue, the layouts and the tests. */
export const EMAIL_KINDS: { [Kind in NotificationKind]: EmailKind<Kind, Shown<Kind>> } = LIST

/** The kinds that change the recipient's calendar. */
export const CALENDAR_KINDS = notificationKind.options.filter(
  (kind) => EMAIL_KINDS[kind].calendar !== undefined,
)

/** The examples of every kind and variant, by name. */
export function exampleSubjects(
  usual: Addressed,
): readonly { name: string; subject: EmailSubject }[] {
  return notificationKind.options.flatMap((kind) => examplesOf(kind, usual))
}

function examplesOf<Kind extends NotificationKind>(
  kind: Kind,
  usual: Addressed,
): { name: string; subject: SubjectOf<Kind> }[] {
  return Object.entries(EMAIL_KINDS[kind].examples).map(([name, example]) => ({
    name,
    subject: { ...usual, ...example, kind },
  }))
}
