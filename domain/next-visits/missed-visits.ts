import { v7 as uuidv7 } from 'uuid'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { fitsAge, isAdultOn } from '#contract/guardians/ages.ts'
import { windowAround } from '#contract/next-visits/follow-up.ts'
import { MOST_TICKETS } from '#contract/next-visits/next-visits.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { readSettings } from '#domain/settings.ts'
import type { Transaction } from '#drizzle/client.ts'
import { type AppointmentRow, findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import { listPlanRows, readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { listVisitsOf } from '#drizzle/queries/next-visits/due-items.ts'
import {
  countOpenTickets,
  findMissedTicket,
  insertTicket,
  listOpenTickets,
} from '#drizzle/queries/next-visits/tickets.ts'
import { tenOClockOn } from './asking-times.ts'
import { endTicket, reopenTicket } from './end-tickets.ts'
import { inSavepoint } from './in-savepoint.ts'
import { readTicketRules } from './ticket-rules.ts'

interface Context extends ChangedBy {
  moment: Pick<ClinicMoment, 'today' | 'timeZone'>
}

/**
 * Follows a no-show: asks the family to book a visit of the check-up plan again. An error here does not fail the
 * no-show.
 */
export function followNoShow(db: Transaction, appointmentId: string, context: Context): void {
  inSavepoint(db, { change: 'open ticket', appointmentId }, () => {
    const missed = findAppointment(db, appointmentId)
    if (missed) askForMissed(db, missed, context)
  })
}

/** Follows the undoing of a no-show: the family is no longer asked. An error here does not fail it. */
export function followUndoneNoShow(
  db: Transaction,
  appointmentId: string,
  { actor, now }: ChangedBy,
): void {
  inSavepoint(db, { change: 'withdraw ticket', appointmentId }, () => {
    const ticket = findMissedTicket(db, appointmentId)
    if (ticket?.state === 'open') endTicket(db, ticket, { reason: 'withdrawn', actor }, now)
  })
}

function askForMissed(db: Transaction, missed: AppointmentRow, context: Context): void {
  const { actor, now, moment } = context
  const before = findMissedTicket(db, missed.id)
  if (before) {
    // The no-show was undone and recorded again. An answer of the family stays.
    if (before.state === 'withdrawn') reopenTicket(db, before, { reason: 'missed', actor }, now)
    return
  }
  const dueDate = dayAfter(moment.today, readSettings(db).missedAskDays)
  const found = findVisitToRepeat(db, missed, dueDate)
  if (!found) return
  const { childId, treatmentId, doctorId } = found
  const tomorrow = dayAfter(moment.today)
  const { from, to } = windowAround(dueDate, { ...readTicketRules(db), today: tomorrow })
  const ticket = insertTicket(db, {
    id: uuidv7(),
    ...{ childId, treatmentId, doctorId },
    dueDate,
    fromDate: from,
    toDate: to,
    origin: 'missed',
    afterAppointmentId: missed.id,
    nextAskAt: tenOClockOn(dueDate, moment.timeZone),
    openedBy: null,
    openedAt: now,
  })
  const data = { childId, treatmentId, origin: ticket.origin }
  appendEvent(db, { kind: 'ticket.opened', actor: null, subject: ticket.id, data }, now)
}

/** The visit that the family is to book; undefined if the plan does not ask for it, or other things do. */
function findVisitToRepeat(
  db: Transaction,
  { id, childId, treatmentId, doctorId, date }: AppointmentRow,
  dueDate: IsoDate,
) {
  const child = childId === null ? undefined : findChild(db, childId)
  if (!child || child.archivedAt !== null || !readPlanState(db).isOn) return undefined
  if (!listPlanRows(db).some((row) => row.treatmentId === treatmentId)) return undefined
  const treatment = currentSchedule(db).treatments.find((one) => one.id === treatmentId)
  const isOfAge = !isAdultOn(child.birthDate, dueDate)
  if (!treatment || !isOfAge || !fitsAge(child.birthDate, dueDate, treatment)) return undefined
  const isBooked = listVisitsOf(db, [child.id]).some(
    (visit) => visit.id !== id && visit.treatmentId === treatmentId && visit.date >= date,
  )
  const isAsked = listOpenTickets(db, child.id).some((one) => one.treatmentId === treatmentId)
  if (isBooked || isAsked || countOpenTickets(db, child.id) >= MOST_TICKETS) return undefined
  const gives = treatment.doctors.some((doctor) => doctor.id === doctorId)
  return { childId: child.id, treatmentId, doctorId: gives ? doctorId : null }
}
