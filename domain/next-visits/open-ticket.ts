import { v7 as uuidv7 } from 'uuid'
import { dayAfter, daysBetween, type IsoDate } from '#contract/dates.ts'
import { fitsAge, isAdultOn } from '#contract/guardians/ages.ts'
import { windowAround } from '#contract/next-visits/follow-up.ts'
import { MOST_TICKETS } from '#contract/next-visits/next-visits.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import type { Authorship, Moment } from '#domain/context.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import {
  countOpenTickets,
  findVisitFor,
  insertTicket,
  listOpenTickets,
  type TicketRow,
} from '#drizzle/queries/next-visits/tickets.ts'
import { tenOClockOn } from './asking-times.ts'
import { readTicketRules } from './ticket-rules.ts'

interface WantedTicket {
  /** The appointment that the visit follows. */
  appointmentId: string
  /** By default the appointment's. */
  treatmentId?: string | undefined
  /** By default the appointment's, if they give the treatment; null: any doctor. */
  doctorId?: string | null | undefined
  around: IsoDate
  note: string
}

export type OpenOutcome =
  | { outcome: 'opened'; ticket: TicketRow }
  /** There is no such appointment, or it was canceled. */
  | { outcome: 'not_found' }
  /** The patient is not a child, or is an archived one. */
  | { outcome: 'no_child' }
  | { outcome: 'unknown_treatment' | 'unknown_doctor' | 'past' | 'other_age' }
  /** The child has an open ticket for the treatment and doctor, but for other days. */
  | { outcome: 'asked_already'; ticket: TicketRow }
  /** The child has an appointment for the treatment on these days. */
  | { outcome: 'booked_already'; date: IsoDate }
  | { outcome: 'too_many' }

/**
 * Asks the family to book a visit that follows an appointment. Repeating it for the same day changes
 * nothing.
 */
export function openTicket(
  db: Transaction,
  wanted: WantedTicket,
  { actor, now, moment }: Authorship,
): OpenOutcome {
  const after = findAppointment(db, wanted.appointmentId)
  if (after?.status !== 'booked') return { outcome: 'not_found' }
  const child = after.childId === null ? undefined : findChild(db, after.childId)
  if (!child || child.archivedAt !== null) return { outcome: 'no_child' }
  const treatmentId = wanted.treatmentId ?? after.treatmentId
  const treatment = currentSchedule(db).treatments.find(({ id }) => id === treatmentId)
  if (!treatment) return { outcome: 'unknown_treatment' }
  const gives = (doctor: string | null) => treatment.doctors.some(({ id }) => id === doctor)
  const { around, note } = wanted
  if (wanted.doctorId && !gives(wanted.doctorId)) return { outcome: 'unknown_doctor' }
  const usual = gives(after.doctorId) ? after.doctorId : null
  const doctorId = wanted.doctorId === undefined ? usual : wanted.doctorId
  if (around < moment.today) return { outcome: 'past' }
  const { birthDate } = child
  if (isAdultOn(birthDate, around) || !fitsAge(birthDate, around, treatment)) {
    return { outcome: 'other_age' }
  }
  const rules = readTicketRules(db)
  const { from, to } = windowAround(around, { ...rules, today: moment.today })
  const known = listOpenTickets(db, child.id).find(
    (one) => one.treatmentId === treatmentId && one.doctorId === doctorId,
  )
  if (known) {
    const isSame = known.dueDate === around && known.note === note
    return { outcome: isSame ? 'opened' : 'asked_already', ticket: known }
  }
  if (countOpenTickets(db, child.id) >= MOST_TICKETS) return { outcome: 'too_many' }
  const visit = findVisitFor(db, { childId: child.id, treatmentId, from, to, besides: after.id })
  if (visit) return { outcome: 'booked_already', date: visit.date }

  const ticket = insertTicket(db, {
    id: uuidv7(),
    childId: child.id,
    treatmentId,
    doctorId,
    dueDate: around,
    fromDate: from,
    toDate: to,
    note,
    origin: 'visit',
    afterAppointmentId: after.id,
    nextAskAt: askingTime(from, { now, moment }),
    openedBy: actor,
    openedAt: now,
  })
  const data = { childId: child.id, treatmentId, origin: ticket.origin }
  appendEvent(db, { kind: 'ticket.opened', actor, subject: ticket.id, data }, now)
  return { outcome: 'opened', ticket }
}

/**
 * When to ask a family to book a visit from a day on: now, or on the morning when that day becomes
 * bookable.
 */
function askingTime(from: IsoDate, { now, moment }: Moment): Date {
  const { today, lastDay, timeZone } = moment
  if (from <= lastDay) return now
  return tenOClockOn(bookableFrom(from, { today, lastDay }), timeZone)
}

/** The day from which a day can be booked; `today` if it already can be. */
export function bookableFrom(
  date: IsoDate,
  { today, lastDay }: Pick<Moment['moment'], 'today' | 'lastDay'>,
): IsoDate {
  return date <= lastDay ? today : dayAfter(date, -daysBetween(today, lastDay))
}
