import { count } from '#contract/count.ts'
import { type DoctorEntry, doctorEntry } from '#contract/front-desk/doctor-day.ts'
import * as calls from '#contract/front-desk/front-desk-refusals.ts'
import { doctorFrameOf } from '#domain/availability/agenda-frame.ts'
import { changeNote } from '#domain/front-desk/attendance.ts'
import { completeOwn, findOwnRow, listOwnDay } from '#domain/front-desk/doctor-day.ts'
import type { AgendaRow } from '#drizzle/queries/front-desk/agenda.ts'
import { listNotes } from '#drizzle/queries/front-desk/notes.ts'
import { findDoctorById } from '#drizzle/queries/schedule/doctors.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toAgendaEntry, toNote } from '#server/views/agenda.ts'
import { recordAppointmentView } from '../record-view.ts'

/** A doctor's own day; appointments of other doctors are not found here. */
export const doctorDayRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  /** The id of the caller's doctor; the guard refuses callers without one. */
  const own = ({ doctorId }: Caller) => doctorId ?? ''

  async function show(viewer: Caller, rows: readonly AgendaRow[]): Promise<DoctorEntry[]> {
    const appointments = rows.map(({ appointment }) => appointment)
    await recordAppointmentView(services, viewer, appointments)
    const dial = clinic.dialer()
    return rows.map((row) => doctorEntry.parse(toAgendaEntry(row, clinicClock, dial)))
  }

  handle(app, calls.getMyDay, async ({ user, query }) => {
    const { today, minute } = clinicClock.moment()
    const date = query.date ?? today
    const doctor = findDoctorById(db, own(user))?.name ?? ''
    const entries = await show(user, listOwnDay(db, own(user), date))
    const { lateMinutes } = clinic.settings()
    const { hours, closures, absences } = doctorFrameOf(db, { doctorId: own(user), date })
    return { doctor, date, today, minute, lateMinutes, hours, closures, absences, entries }
  })

  handle(app, calls.completeOfMyDay, async ({ user, params: { id }, body }, reply) => {
    const step = { id, ...body, actor: user.uid, doctorId: own(user) }
    const result = await writeTransaction(db, (tx) =>
      completeOwn(tx, step, clinicClock, clinic.settings()),
    )
    if (result.outcome === 'not_found') throw refuse(calls.completeOfMyDay, 'not_found')
    const { outcome: code, row } = result
    const [current] = await show(user, [row])
    if (!current) throw refuse(calls.completeOfMyDay, 'not_found')
    if (code !== 'changed') {
      const minutes = count(clinic.settings().checkInMinutes, 'minute')
      const refusal = explain(calls.completeOfMyDay, code, { minutes })
      return reply.code(409).send({ ...refusal, current })
    }
    wakeRelay()
    return current
  })

  handle(app, calls.noteOfMyDay, async ({ user, params: { id }, body }, reply) => {
    const change = { id, ...body, actor: user.uid }
    const result = await writeTransaction(db, (tx) =>
      findOwnRow(tx, id, own(user)) ? changeNote(tx, change, clinicClock.now()) : undefined,
    )
    const [entry] = await show(user, result && 'row' in result ? [result.row] : [])
    if (!entry) throw refuse(calls.noteOfMyDay, 'not_found')
    return result?.outcome === 'stale'
      ? reply.code(409).send(stale(calls.noteOfMyDay, entry))
      : entry
  })

  handle(app, calls.listNotesOfMyDay, async ({ user, params: { id } }) => {
    const row = findOwnRow(db, id, own(user))
    if (!row) throw refuse(calls.listNotesOfMyDay, 'not_found')
    await recordAppointmentView(services, user, [row.appointment])
    return listNotes(db, id).map(toNote)
  })
}
