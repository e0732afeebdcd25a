import type { PassThrough } from 'node:stream'
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth'
import { roomsOf } from '#contract/clinic/rooms.ts'
import { count } from '#contract/count.ts'
import { dayAfter, fromIsoDate, toIsoDate } from '#contract/dates.ts'
import * as calls from '#contract/front-desk/front-desk-refusals.ts'
import { TOTAL_COUNT } from '#contract/paging.ts'
import { agendaFrameOf } from '#domain/availability/agenda-frame.ts'
import { monthDaysOf } from '#domain/availability/month.ts'
import { changeAttendance, changeNote } from '#domain/front-desk/attendance.ts'
import { daysToSettle } from '#domain/front-desk/days-to-settle.ts'
import { createLiveChanges } from '#domain/front-desk/live-changes.ts'
import { readHeldOffers } from '#domain/waitlist/entries/read-entries.ts'
import {
  type AgendaRow,
  countByDay,
  countStandings,
  countUnsettled,
  findAgendaRow,
  listAgenda,
  listCanceled,
  listUnsettled,
} from '#drizzle/queries/front-desk/agenda.ts'
import { countOpenCashRefunds } from '#drizzle/queries/front-desk/cash-refunds.ts'
import { listNotes } from '#drizzle/queries/front-desk/notes.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { createEventStreams } from '#server/http/event-streams.ts'
import { explain, refusalOf, refuse } from '#server/http/refuse.ts'
import { answerOf, ERRORS, handle, NEEDS_SESSION, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import { toAgendaEntry, toAgendaFrame, toCanceled, toNote } from '#server/views/agenda.ts'
import { toHeldTime } from '#server/views/waitlist.ts'
import { recordAppointmentView, recordView } from '../record-view.ts'

const MOST_STREAMS_OF_USER = 10

/** The front desk's agenda, for staff. */
export const agendaRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  /** @returns the entries, after recording in the audit log that the viewer saw them */
  async function show(viewer: { uid: string }, rows: readonly AgendaRow[]) {
    const appointments = rows.map(({ appointment }) => appointment)
    await recordAppointmentView(services, viewer, appointments)
    const dial = clinic.dialer()
    return rows.map((row) => toAgendaEntry(row, clinicClock, dial))
  }

  handle(app, calls.getAgenda, async ({ user, query: { date, days, ids } }) => {
    const { today, minute } = clinicClock.moment()
    const entries = await show(
      user,
      listAgenda(db, { from: date, to: dayAfter(date, days - 1), ids }),
    )
    const { checkInMinutes, lateMinutes, rooms: named } = clinic.settings()
    const rooms = roomsOf(named)
    const toSettle = countUnsettled(db, daysToSettle(clinicClock.moment()))
    const toHandBack = countOpenCashRefunds(db)
    const rules = { checkInMinutes, lateMinutes, rooms }
    return { today, minute, ...rules, entries, toSettle, toHandBack }
  })

  handle(app, calls.getAgendaMonth, async ({ query: { month } }) => {
    const first = `${month}-01`
    const last = toIsoDate(lastDayOfMonth(fromIsoDate(first)))
    const counts = new Map(countByDay(db, first, last).map((each) => [each.date, each]))
    const days = monthDaysOf(db, first, last).map((day) => ({
      ...{ appointments: 0, unpaid: 0, bookedMinutes: 0 },
      ...counts.get(day.date),
      ...day,
    }))
    return { today: clinicClock.moment().today, days }
  })

  handle(app, calls.getAgendaFrame, async ({ query: { date, days } }) => {
    const { today, minute } = clinicClock.moment()
    return { today, minute, ...toAgendaFrame(agendaFrameOf(db, date, days)) }
  })

  handle(app, calls.listHeld, async ({ user, query: { date, days } }) => {
    const now = clinicClock.now()
    const { timeZone } = clinicClock.moment()
    const held = readHeldOffers(db, { from: date, to: dayAfter(date, days - 1) }, now)
    const families = held.map(({ entry: { entry } }) => entry.uid ?? entry.deskFamilyId ?? '')
    await recordView(services, user, [...new Set(families)], 'families')
    return held.map((each) => toHeldTime(each, { now, timeZone }))
  })

  handle(app, calls.getDayStatus, async () => {
    const { today, minute } = clinicClock.moment()
    const [day] = agendaFrameOf(db, today, 1).days
    const { hours = [], closures = [] } = day ?? {}
    const lateFrom = minute - clinic.settings().lateMinutes
    return { today, minute, hours, closures, ...countStandings(db, { today, lateFrom }) }
  })

  handle(app, calls.listCanceled, async ({ user, query: { date } }) => {
    const rows = listCanceled(db, date)
    await recordAppointmentView(
      services,
      user,
      rows.map((row) => row.appointment),
    )
    const dial = clinic.dialer()
    return rows.map((row) => toCanceled(row, dial))
  })

  handle(app, calls.listToSettle, async ({ user, query }, reply) => {
    const days = daysToSettle(clinicClock.moment())
    reply.header(TOTAL_COUNT, countUnsettled(db, days))
    return show(user, listUnsettled(db, { ...days, ...query }))
  })

  handle(app, calls.changeAttendance, async ({ user, params, body }, reply) => {
    const { attendance: to, ...rest } = body
    const step = { id: params.id, ...rest, to, actor: user.uid }
    const result = await writeTransaction(db, (tx) =>
      changeAttendance(tx, step, clinicClock, clinic.settings()),
    )
    if (result.outcome === 'not_found') throw refuse(calls.changeAttendance, 'not_found')
    const { outcome: code, row } = result
    const [current] = await show(user, [row])
    if (!current) throw refuse(calls.changeAttendance, 'not_found')
    if (code !== 'changed') {
      const reason = code === 'too_early' && to === 'no_show' ? 'not_begun' : code
      const minutes = count(clinic.settings().checkInMinutes, 'minute')
      const refusal = explain(calls.changeAttendance, reason, { minutes })
      return reply.code(409).send({ ...refusal, current })
    }
    wakeRelay()
    return current
  })

  handle(app, calls.changeNote, async ({ user, params: { id }, body }, reply) => {
    const change = { id, ...body, actor: user.uid }
    const result = await writeTransaction(db, (tx) => changeNote(tx, change, clinicClock.now()))
    const [entry] = await show(user, 'row' in result ? [result.row] : [])
    if (!entry) throw refuse(calls.changeNote, 'not_found')
    return result.outcome === 'stale' ? reply.code(409).send(stale(calls.changeNote, entry)) : entry
  })

  handle(app, calls.listNotes, async ({ user, params: { id } }) => {
    const row = findAgendaRow(db, id)
    if (!row) throw refuse(calls.listNotes, 'not_found')
    await recordAppointmentView(services, user, [row.appointment])
    return listNotes(db, id).map(toNote)
  })

  const changes = createLiveChanges(db, {
    onError: (err) => app.log.warn({ err }, 'Changes of the agenda could not be read'),
  })
  const stream = createEventStreams(app, {
    mostOfReader: MOST_STREAMS_OF_USER,
    tooMany: refusalOf(calls.streamChanges, 'too_many_requests', { most: MOST_STREAMS_OF_USER }),
  })

  /** @param toData the message about changed appointments */
  function streamChanges(
    url: string,
    {
      guard,
      toData,
      ...documented
    }: {
      guard: typeof app.requireStaff
      operationId: string
      tags: string[]
      summary: string
      /** Undefined when nothing concerns the reader. */
      toData: (ids: readonly string[]) => unknown
    },
  ): void {
    app.get<{ Reply: PassThrough | string }>(
      url,
      {
        config: calls.streamChanges,
        preValidation: guard,
        schema: {
          ...documented,
          security: NEEDS_SESSION,
          response: { 200: answerOf('A stream', 'text/event-stream'), ...ERRORS },
        },
      },
      async (request, reply) => {
        const last = Number(request.headers['last-event-id'] || Number.NaN)
        const { uid, doctorId } = request.user
        return stream(request, reply, {
          listen: (send, ask) =>
            changes.listen(
              {
                onChange: (ids, position) => {
                  const data = toData(ids)
                  if (data !== undefined) send(`id: ${position}\ndata: ${JSON.stringify(data)}\n\n`)
                },
                onRights: (people) => {
                  if (people.has(uid) || (doctorId !== null && people.has(doctorId))) ask()
                },
              },
              Number.isSafeInteger(last) ? last : undefined,
            ),
          mayRead: () => guard(request),
        })
      },
    )
  }

  streamChanges('/agenda/changes', {
    guard: app.requireStaff,
    operationId: 'streamAgendaChanges',
    tags: ['agenda'],
    summary: 'Ids of appointments as they change (server-sent events), for staff',
    toData: (ids) => ids,
  })
  // Doctors must not learn which appointments of other doctors change.
  streamChanges('/my-day/changes', {
    guard: app.requireDoctor,
    operationId: 'streamMyDayChanges',
    tags: ['doctor-day'],
    summary: 'That some appointment has changed (server-sent events), for doctors',
    toData: (ids) => (ids.length > 0 ? [] : undefined),
  })
}
