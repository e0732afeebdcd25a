import type { IsoDate } from '../../contract/dates.ts'
import { formatSlot } from '../../contract/slots.ts'
import type { Database } from '../../drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  listOccupiedTimes,
  moveAppointment,
} from '../../drizzle/queries/appointments.ts'
import { appendEvent } from '../../drizzle/queries/events.ts'
import { notifyFamily } from '../../drizzle/queries/notifications.ts'
import { freeTimesOn } from '../availability/free-times.ts'
import { currentSchedule } from '../availability/schedule.ts'
import { chooseDoctor } from '../booking/book-appointment.ts'
import { cancelByClinic } from '../booking/cancel-appointment.ts'
import { addReminders } from '../notifications/reminders.ts'
import { keepAll, type ScheduleContext } from './decide.ts'
import { listMisfits, type MisfitRow } from './misfits.ts'

interface Seen {
  id: string
  /** Of the appointment, as the admin saw it. */
  version: number
}

/** What has become of an appointment that an admin decides about. */
export type MisfitOutcome =
  | { outcome: 'done' }
  | { outcome: 'unknown_appointment' }
  /** It has changed meanwhile, or fits again; `current` if it is still to be decided. */
  | { outcome: 'stale'; current: MisfitRow | undefined }

/** The appointment takes place although it does not fit. Call it in a write transaction. */
export function keepMisfit(db: Database, seen: Seen, context: ScheduleContext): MisfitOutcome {
  const found = findMisfit(db, seen, context)
  if (found.outcome === 'found') keepAll(db, [found.misfit.row], context)
  return found.outcome === 'found' ? { outcome: 'done' } : found
}

/** The clinic cancels it, with a full refund. Call it in a write transaction. */
export function cancelMisfit(db: Database, seen: Seen, context: ScheduleContext): MisfitOutcome {
  const found = findMisfit(db, seen, context)
  if (found.outcome === 'found') cancelByClinic(db, found.misfit.row, context)
  return found.outcome === 'found' ? { outcome: 'done' } : found
}

function findMisfit(
  db: Database,
  { id, version }: Seen,
  { moment }: ScheduleContext,
): Exclude<MisfitOutcome, { outcome: 'done' }> | { outcome: 'found'; misfit: MisfitRow } {
  const { date } = findAppointment(db, id) ?? {}
  if (!date) return { outcome: 'unknown_appointment' }
  const misfit = listMisfits(db, moment, { from: date, to: date }).find(({ row }) => row.id === id)
  if (misfit?.row.version !== version) return { outcome: 'stale', current: misfit }
  return { outcome: 'found', misfit }
}

export type MoveOutcome = MisfitOutcome | { outcome: 'not_offered' | 'taken' }

/**
 * Moves it to a free time of its treatment, if possible with the same doctor; price and payment
 * stay. Call it in a write transaction.
 */
export function moveMisfit(
  db: Database,
  { date, slot, ...seen }: Seen & { date: IsoDate; slot: string },
  context: ScheduleContext,
): MoveOutcome {
  const found = findMisfit(db, seen, context)
  if (found.outcome !== 'found') return found
  const { row } = found.misfit
  const { actor, moment, now } = context
  const schedule = currentSchedule(db)
  const treatment = schedule.treatments.find(({ id }) => id === row.treatmentId)
  if (!treatment) return { outcome: 'not_offered' }
  const occupied = listOccupiedTimes(db, date).filter((time) => !isOwnTime(row, date, time))
  const time = freeTimesOn(
    schedule,
    occupied,
    date,
    moment,
  )(treatment).find((free) => formatSlot(free) === slot)
  if (!time) return { outcome: 'not_offered' }
  const { startMinute, lengthMinutes, doctorIds } = time
  const same = treatment.doctors.find(({ id }) => id === row.doctorId && doctorIds.includes(id))
  const doctor = same ?? chooseDoctor(treatment, time, occupied)
  const { id: doctorId = null, name: doctorName = null } = doctor ?? {}
  const target = { date, startMinute, lengthMinutes, doctorId, doctorName }
  if (moveAppointment(db, row, target) !== 'moved') return { outcome: 'taken' }

  const { date: fromDate, startMinute: fromMinute } = row
  const data = { date, startMinute, fromDate, fromMinute }
  appendEvent(db, { kind: 'appointment.moved', actor, subject: row.id, data }, now)
  const from = { date: fromDate, startMinute: fromMinute, lengthMinutes: row.lengthMinutes }
  notifyFamily(db, row.id, { kind: 'moved', data: { from } }, now)
  addReminders(db, { ...row, ...target }, now, { timeZone: moment.timeZone })
  return { outcome: 'done' }
}

type OccupiedTime = ReturnType<typeof listOccupiedTimes>[number]

/** It must not be in its own way. */
function isOwnTime(row: AppointmentRow, date: IsoDate, time: OccupiedTime): boolean {
  return (
    row.date === date &&
    row.treatmentId === time.treatmentId &&
    row.doctorId === time.doctorId &&
    row.startMinute === time.startMinute
  )
}
