import { describeQuote, type RefundQuote } from '#contract/payments/refund-terms.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { type FormerTime, onlyTime } from '#domain/notifications/content/email-subject.ts'
import { exampleAppointment, MIA } from '#domain/notifications/content/examples.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
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
  describe(subject, speaker) {
    const { appointment, from } = subject
    const { when, details } = partsOf(subject, speaker)
    const { words, pageAt, clinic } = speaker
    return {
      subject: words.appointment.canceled(from ? shortTime(from, speaker) : when),
      preview: words.appointment.willNotTakePlace,
      heading: words.appointment.hasBeenCanceled,
      paragraphs: [
        describeCanceler(subject, speaker),
        ...(from ? [words.appointment.atNeitherTime] : []),
        ...describeMoney(subject, speaker),
      ],
      details: from
        ? [
            ...childOf(appointment, speaker),
            timeOf(words.shared.before, from, speaker),
            timeOf(words.appointment.movedTo, appointment, speaker),
            placeOf(speaker),
          ]
        : details,
      action: { label: words.appointment.bookAnotherTime, url: pageAt('/appointment') },
      closing: [words.shared.questions(clinic.phone)],
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
function describeCanceler({ by, who }: Cancelled, { words: { appointment } }: Speaker): string {
  if (by === 'clinic') return appointment.clinicCanceled
  switch (who) {
    case 'you':
      return appointment.youCanceled
    case 'guardian':
      return appointment.guardianCanceled
    case 'desk':
      return appointment.deskCanceled
    default:
      return appointment.familyCanceled
  }
}

/** The refund of a cancellation, and the reason. Emails from before there were quotes state no amount. */
function describeMoney(
  { refund, quote, who }: Cancelled,
  { words: { appointment }, speech }: Speaker,
): string[] {
  // Another guardian paid.
  if (refund === undefined) return []
  const why = quote
    ? [describeQuote(quote, who === 'you' ? 'canceled' : 'was canceled', speech.words)]
    : []
  if (!refund) return why.length > 0 ? why : [appointment.noRefund]
  if (quote?.atDesk) return why
  return [...why, appointment.isBeingRefunded]
}
