import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import type { IsoDate } from '#contract/dates.ts'
import { undoneAttendance } from '#contract/front-desk/agenda.ts'
import type { Completion } from '#contract/front-desk/doctor-day.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { type AgendaRow, findAgendaRow, listAgenda } from '#drizzle/queries/front-desk/agenda.ts'
import type { ClinicClock } from '../clinic-clock.ts'
import { attendanceOf, changeAttendance } from './attendance.ts'

/** The booked appointments of a doctor on a day, in the order of their times. */
export function listOwnDay(db: Database, doctorId: string, date: IsoDate): AgendaRow[] {
  return listAgenda(db, { from: date, to: date }).filter(
    ({ appointment }) => appointment.doctorId === doctorId,
  )
}

/** A booked appointment of that doctor; undefined for appointments of other doctors. */
export function findOwnRow(db: Database, id: string, doctorId: string): AgendaRow | undefined {
  const row = findAgendaRow(db, id)
  return row?.appointment.doctorId === doctorId ? row : undefined
}

/** Whether a doctor has an appointment with the child on that day, and so may read its alerts. */
export function treatsOn(
  db: Database,
  { doctorId, childId, date }: { doctorId: string; childId: string; date: IsoDate },
): boolean {
  return listOwnDay(db, doctorId, date).some(({ appointment }) => appointment.childId === childId)
}

/** Completes an appointment of the doctor for today, or undoes that. The front desk takes all other steps. */
export function completeOwn(
  db: Transaction,
  {
    id,
    version,
    completed,
    actor,
    doctorId,
  }: Completion & { id: string; actor: string; doctorId: string },
  clock: Pick<ClinicClock, 'now' | 'moment' | 'dayOf'>,
  rules: Pick<ClinicSettings, 'checkInMinutes' | 'rooms'>,
): ReturnType<typeof changeAttendance> {
  const row = findOwnRow(db, id, doctorId)
  if (!row) return { outcome: 'not_found' }
  const { appointment } = row
  if (appointment.version !== version) return { outcome: 'stale', row }
  const from = attendanceOf(appointment)
  const undone = undoneAttendance({ attendance: from, room: appointment.roomAt })
  const to = completed ? 'completed' : from === 'completed' ? undone : undefined
  const isToday = appointment.date === clock.moment().today
  if (!to || to === from || !isToday) return { outcome: 'not_possible', row }
  return changeAttendance(db, { id, version, to, actor }, clock, rules)
}
