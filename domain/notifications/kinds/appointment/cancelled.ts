import { describeQuote, type RefundQuote } from '#contract/payments/refund-terms.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { type FormerTime, onlyTime } from '#domain/notifications/content/email-subject.ts'
import { exampleAppointment, MIA } from '#domain/notifications/content/examples.ts'
import {
  childOf,
  partsOf,
  placeOf,
  shortTime,
  timeOf,
} from '#domain/notifications/templates/email-details.ts'
import { type AboutOne, readAppointment } from './about-appointment.ts'

/**
 * `who`: which guardian canceled, or the front desk for the family; undefined in older emails. `refund`:
 * whether a payment is being refunded. `quote`: how much, and why. `from`: the time that the recipient knows,
 * when its last move was not emailed.
 */
interface Cancelled extends AboutOne {
  by: 'clinic' | 'family'
  who?: 'you' | 'guardian' | 'desk' | undefined
  refund?: boolean | undefined
  quote?: RefundQuote | undefined
  from?: FormerTime | undefined
}

const example: Cancelled = {
  by: 'family',
  refund: false,
  appointment: exampleAppointment({ sequence: 2 }),
}
const inThreeDays = { kept: 0, percent: 100, minutesBefore: 3 * 24 * 60 }

export const cancelled: EmailKind<'cancelled', Cancelled> = {
  read: (question) =>
    readAppointment(question, ({ row, appointment, isForThem, startsAt }) => {
      const { uid, data, createdAt } = question.notification
      if (row.status !== 'cancelled') return drop('superseded')
      if (!isForThem(row)) return drop('not_guardian')
      // A cancellation by the clinic after the start, such as a re-offer without an answer, is still news.
      if (startsAt <= question.now && createdAt < startsAt) return drop('started')
      const { actor, ...rest } = data
      const others = actor === uid ? 'you' : 'guardian'
      const who = actor === undefined ? undefined : actor === null ? 'desk' : others
      return send({ appointment, ...rest, who })
    }),
  describe(subject, sender) {
    const { appointment, from } = subject
    const { when, details } = partsOf(subject, sender)
    return {
      subject: `Appointment canceled: ${from ? shortTime(from) : when}`,
      preview: 'This appointment will not take place.',
      heading: 'Your appointment has been canceled',
      paragraphs: [
        describeCanceler(subject),
        ...(from ? ['It had just been moved. It takes place at neither time.'] : []),
        ...describeMoney(subject),
      ],
      details: from
        ? [
            ...childOf(appointment),
            timeOf('Before', from, sender),
            timeOf('Moved to', appointment, sender),
            placeOf(sender),
          ]
        : details,
      action: { label: 'Book another time', url: `${sender.siteUrl}/appointment` },
      closing: [`Questions? Call us at ${sender.clinic.phone}.`],
    }
  },
  calendar: ({ appointment }) => ({ appointment, method: 'CANCEL' }),
  examples: {
    'cancelled-by-clinic-with-refund': { ...example, by: 'clinic', refund: true },
    'cancelled-by-clinic-to-hand-back': {
      ...example,
      by: 'clinic',
      refund: true,
      quote: { ...inThreeDays, refund: 95, rule: 'clinic', atDesk: true },
    },
    'cancelled-by-family-with-refund': {
      ...example,
      refund: true,
      quote: { ...inThreeDays, refund: 95, rule: 'band' },
    },
    'cancelled-by-family': example,
    'cancelled-after-a-move': {
      ...example,
      by: 'clinic',
      appointment: exampleAppointment({ sequence: 2, date: '2027-03-16' }),
      from: onlyTime(exampleAppointment()),
    },
    'cancelled-by-you': cancelledBy('you'),
    'cancelled-by-guardian': cancelledBy('guardian'),
    'cancelled-by-desk': cancelledBy('desk'),
  },
}

function cancelledBy(who: NonNullable<Cancelled['who']>): Cancelled {
  const isShared = who === 'guardian'
  return { ...example, who, appointment: exampleAppointment({ sequence: 2, child: MIA, isShared }) }
}

/** Who canceled it, from the recipient's point of view. */
function describeCanceler({ by, who }: Cancelled): string {
  if (by === 'clinic') return 'We’re sorry: we had to cancel this appointment.'
  switch (who) {
    case 'you':
      return 'You canceled this appointment.'
    case 'guardian':
      return 'Another guardian canceled this appointment.'
    case 'desk':
      return 'Our front desk canceled this appointment for your family.'
    default:
      return 'This appointment was canceled for your family.'
  }
}

/** The refund of a cancellation, and the reason. Emails from before there were quotes state no amount. */
function describeMoney({ refund, quote, who }: Cancelled): string[] {
  // Another guardian paid.
  if (refund === undefined) return []
  const why = quote ? [describeQuote(quote, who === 'you' ? 'canceled' : 'was canceled')] : []
  if (!refund) return why.length > 0 ? why : ['No payment is being refunded.']
  if (quote?.atDesk) return why
  return [...why, 'Your payment is being refunded. We’ll email you when the money is on its way.']
}
