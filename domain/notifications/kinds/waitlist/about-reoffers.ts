import { mayAnswer } from '#domain/guardians/entry-access.ts'
import {
  drop,
  type Question,
  type Reading,
  send,
} from '#domain/notifications/content/email-kind.ts'
import {
  type EmailedChild,
  type FormerTime,
  onlyTime,
} from '#domain/notifications/content/email-subject.ts'
import { MIA } from '#domain/notifications/content/examples.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findEntry, findOffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { childOf } from '../appointment/about-appointment.ts'
import { exampleOffer } from './about-offer.ts'

/** Another time that is held for an appointment whose own the clinic closes. */
export interface EmailedReoffer {
  offerId: string
  /** The appointment's own time. */
  from: FormerTime
  to: FormerTime
  child?: EmailedChild
}

/** All of a family that the email is still true of; `until`: when the first of them ends. */
export interface AboutReoffers {
  reoffers: readonly [EmailedReoffer, ...EmailedReoffer[]]
  until: Date
}

/**
 * Reads the re-offers that a notification is about. It says only what is still true.
 * @param areOpen whether those that the family can still answer, or the others
 */
export function readReoffers(
  { db, notification, now }: Question<'reoffer_made' | 'reoffer_withdrawn'>,
  { areOpen }: { areOpen: boolean },
): Reading<AboutReoffers> {
  const { uid, data } = notification
  const found = data.offerIds.flatMap((offerId) => {
    const offer = findOffer(db, offerId)
    const entry = offer && findEntry(db, offer.entryId)
    const row = entry?.appointmentId ? findAppointment(db, entry.appointmentId) : undefined
    if (!offer || !entry || row?.status !== 'booked') return []
    if (uid !== null && !mayAnswer(db, entry, uid)) return []
    const isOpen = offer.state === 'open' && offer.expiresAt > now
    if (isOpen !== areOpen) return []
    const child = childOf(row)
    const reoffer = { offerId, from: onlyTime(row), to: onlyTime(offer), ...(child && { child }) }
    return [{ until: offer.expiresAt, reoffer }]
  })
  const [first, ...others] = found
  if (!first) return drop('superseded')
  return send({
    reoffers: [first.reoffer, ...others.map(({ reoffer }) => reoffer)],
    until: first.until,
  })
}

export const MAY_ANSWER =
  'You get this email because you can move or cancel the appointment that it is about.'

const { offerId, time } = exampleOffer

/** An appointment of a closed day, with its other time. */
export const exampleReoffer: EmailedReoffer = {
  offerId,
  from: { ...time, date: '2027-03-02' },
  to: time,
}

/** A child's, later that day. */
export const laterReoffer: EmailedReoffer = {
  offerId,
  from: { ...exampleReoffer.from, startMinute: 10 * 60 },
  to: { ...time, startMinute: 10 * 60 },
  child: MIA,
}
