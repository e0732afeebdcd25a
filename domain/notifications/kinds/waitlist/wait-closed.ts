import { type IsoDate, laterOf } from '#contract/dates.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import { mayAnswer } from '#domain/guardians/entry-access.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import {
  type EmailedChild,
  type FormerTime,
  onlyTime,
} from '#domain/notifications/content/email-subject.ts'
import { BEN, GUEST, MIA } from '#domain/notifications/content/examples.ts'
import {
  childrenOf,
  contactUs,
  daysOf,
  timeOf,
} from '#domain/notifications/templates/email-details.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import { findEntry, listBlockEntries, listEntriesOf } from '#drizzle/queries/waitlist/waitlist.ts'
import { exampleOffer } from './about-offer.ts'

/**
 * The family's wait ended, because the clinic no longer gives the treatment on any of its days. `children`:
 * empty for the account holder; `next`: the first day that would fit; `stays`: the time of the appointment
 * that the family wanted to move.
 */
interface WaitClosed {
  children: readonly EmailedChild[]
  from: IsoDate
  to: IsoDate
  next: IsoDate | null
  stays: FormerTime | null
}

const example: WaitClosed = {
  children: [MIA],
  from: '2027-03-09',
  to: '2027-03-12',
  next: '2027-03-15',
  stays: null,
}

export const waitClosed: EmailKind<'wait_closed', WaitClosed> = {
  /** Dropped when the family waits for the treatment again, or the recipient may not answer. */
  read({ db, timeZone, notification }) {
    const { uid, data } = notification
    const entry = findEntry(db, data.entryId)
    if (!entry?.endedAt) return drop('nothing_left')
    if (uid !== null && !mayAnswer(db, entry, uid)) return drop('not_guardian')
    const person = entry.childId ?? entry.uid ?? entry.deskFamilyId ?? ''
    const isAgain = listEntriesOf(db, { person, treatmentId: entry.treatmentId }).length > 0
    if (isAgain) return drop('superseded')
    const children = listBlockEntries(db, entry).flatMap(({ childId }) => {
      const child = childId === null ? undefined : findChild(db, childId)
      return child ? [{ id: child.id, name: child.name }] : []
    })
    const present = entry.appointmentId === null ? null : findAppointment(db, entry.appointmentId)
    const { today } = wallClockAt(entry.endedAt, timeZone)
    return send({
      children,
      from: laterOf(entry.fromDate, today),
      to: entry.toDate,
      next: data.next,
      stays: present?.status === 'booked' ? onlyTime(present) : null,
    })
  },
  describe({ children, from, to, next, stays, recipient }, speaker) {
    const { clinic, formats, pageAt, words } = speaker
    const { shared, waitlist } = words
    const [first, last] = [formats.compactDay(from), formats.compactDay(to)]
    const days = first === last ? first : `${first} – ${last}`
    return {
      subject: waitlist.offList(days),
      preview: waitlist.noTimes,
      heading: waitlist.noTimesHeading,
      paragraphs: [
        waitlist.tookOffList,
        ...(stays ? [waitlist.appointmentStays] : []),
        next === null ? waitlist.nextUnknown : waitlist.nextDay(formats.wholeDay(next)),
      ],
      details: [
        ...childrenOf(children, speaker),
        { label: waitlist.waitedFor, lines: [daysOf(from, to, speaker)] },
        ...(stays ? [timeOf(waitlist.yourAppointment, stays, speaker)] : []),
      ],
      action: recipient.hasAccount
        ? { label: waitlist.waitForOtherDays, url: pageAt('/dashboard/waitlist') }
        : contactUs(speaker),
      closing: [
        recipient.hasAccount ? shared.questions(clinic.phone) : waitlist.waitByPhone(clinic.phone),
      ],
      reason: waitlist.whyWasWaiting,
    }
  },
  examples: {
    'wait-closed': example,
    'wait-closed-sooner': {
      ...example,
      children: [],
      to: '2027-03-09',
      next: null,
      stays: { ...exampleOffer.time, date: '2027-03-16' },
    },
    'wait-closed-siblings': { ...example, recipient: GUEST, children: [MIA, BEN] },
  },
}
