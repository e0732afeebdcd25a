import { formatSlot } from '#contract/booking/slots.ts'
import type { ContactMessage } from '#contract/contact/contact-messages.ts'
import { daysBetween, type IsoDate } from '#contract/dates.ts'
import type { CallEntry, OwingEntry, TodoMark, WaitingCall } from '#contract/front-desk/todo.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import type { WaitingCall as WaitingCallRow } from '#domain/waitlist/entries/read-entries.ts'
import type { ListedMessage } from '#drizzle/queries/front-desk/contact-messages.ts'
import type {
  CallRow,
  OwingRow,
  TodoMarkRow,
  UnansweredRow,
  WaitingRow,
} from '#drizzle/queries/front-desk/todo.ts'
import type { UserRow } from '#drizzle/queries/identity/users.ts'
import type { OfferRow } from '#drizzle/queries/waitlist/waitlist.ts'
import { toDeskAppointment, toPhone, toWaitingPatients } from './appointments.ts'

interface Reader {
  /** Uid of the member of staff. */
  viewer: string
  /** The users who marked the entries, by uid. */
  markers: ReadonlyMap<string, UserRow>
  dial: Dial
}

/** An unpaid past visit. */
export function toOwing(
  row: OwingRow,
  { today, ...reader }: Reader & { today: IsoDate },
): OwingEntry {
  const { date } = row.appointment
  return {
    ...toWaiting(row, reader),
    days: daysBetween(date, today),
    askedAt: row.askedAt?.toISOString() ?? null,
  }
}

/** A family to call about a change that no email was about. */
export function toCall(row: CallRow, reader: Reader): CallEntry {
  return {
    ...toWaiting(row, reader),
    what: row.change.what,
    changedAt: row.change.changedAt.toISOString(),
    why: whyNotTold(row, row.appointment.email),
  }
}

/** A family that no email reaches about an appointment of a closed day, or that has not answered in time. */
export function toUnanswered(
  { offer, ...row }: UnansweredRow,
  { timeZone, ...reader }: Reader & { timeZone: string },
): CallEntry {
  return {
    ...toWaiting(row, reader),
    what: 'reoffered',
    held: toHeld(offer, timeZone),
    changedAt: offer.madeAt.toISOString(),
    why: row.isReachable ? 'no_answer' : whyNotTold(row, row.appointment.email),
  }
}

function toHeld(offer: OfferRow, timeZone: string): NonNullable<CallEntry['held']> {
  const { today: date, minute } = wallClockAt(offer.expiresAt, timeZone)
  return {
    offer: offer.id,
    date: offer.date,
    slot: formatSlot(offer),
    untilAt: { date, minute },
  }
}

/** A waiting family that no email reaches about a held time, or about closed days that have ended its entry. */
export function toWaitingCall(
  row: WaitingCallRow,
  { timeZone, ...reader }: Reader & { timeZone: string },
): WaitingCall {
  const { entry, treatment, doctor, family, mark, offer } = row
  const changedAt = offer?.madeAt ?? entry.endedAt ?? entry.joinedAt
  return {
    _id: entry.id,
    what: offer ? 'offered' : 'closed',
    treatment: treatment ?? '',
    doctor: offer ? offer.doctorName : doctor,
    family: entry.uid ?? entry.deskFamilyId ?? '',
    patients: toWaitingPatients(row),
    ...toPhone(family.phone ?? '', reader.dial),
    ...(family.language && { language: family.language }),
    from: entry.fromDate,
    to: entry.toDate,
    ...(offer && { held: toHeld(offer, timeZone) }),
    changedAt: changedAt.toISOString(),
    why: whyNotTold(family, family.email),
    ...toMark(mark ?? undefined, reader),
  }
}

function whyNotTold(
  { isReachable, isUnverified }: Pick<WaitingRow, 'isReachable' | 'isUnverified'>,
  email: string | null,
): CallEntry['why'] {
  if (isReachable) return 'failed'
  if (isUnverified) return 'unverified'
  return email ? 'bounced' : 'no_email'
}

function toWaiting({ appointment: row, mark, isReachable, language }: WaitingRow, reader: Reader) {
  return {
    ...toDeskAppointment(row, reader.dial),
    ...(language && { language }),
    isReachable,
    ...toMark(mark ?? undefined, reader),
  }
}

/** The claim of an entry, and the result of a call. */
export function toMark(
  mark: TodoMarkRow | undefined,
  { viewer, markers }: Pick<Reader, 'viewer' | 'markers'>,
): TodoMark {
  const person = (uid: string, at: Date) => ({
    _id: uid,
    name: markers.get(uid)?.name ?? '',
    at: at.toISOString(),
  })
  const { claimedBy, claimedAt, outcome, outcomeBy, outcomeAt } = mark ?? {}
  return {
    claimed:
      claimedBy && claimedAt
        ? { ...person(claimedBy, claimedAt), isYou: claimedBy === viewer }
        : null,
    outcome:
      outcome && outcomeBy && outcomeAt ? { ...person(outcomeBy, outcomeAt), outcome } : null,
  }
}

/** A message of the contact page. */
export function toContactMessage(
  { message, doneByName }: ListedMessage,
  dial: Dial,
): ContactMessage {
  const { id, name, email, phone, query, receivedAt, doneAt } = message
  return {
    _id: id,
    name,
    email,
    phone: phone || null,
    dialablePhone: phone ? dial(phone) : null,
    query,
    receivedAt: receivedAt.toISOString(),
    done: doneAt && { at: doneAt.toISOString(), by: doneByName ?? '' },
  }
}
