import { PassThrough } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { count } from '#contract/count.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import type { AttendanceChange, AttendanceRefusal } from '#contract/front-desk/agenda.ts'
import * as calls from '#contract/front-desk/agenda-calls.ts'
import { TOTAL_COUNT } from '#contract/identity/users.ts'
import type { ChangeRules } from '#contract/schedule/clinic-settings.ts'
import { changeAttendance, changeNote } from '#domain/front-desk/attendance.ts'
import { createLiveChanges } from '#domain/front-desk/live-changes.ts'
import { familiesOf } from '#drizzle/queries/booking/appointments.ts'
import {
  type AgendaRow,
  countByDay,
  countUnsettled,
  findAgendaRow,
  listAgenda,
  listUnsettled,
  toAgendaEntry,
} from '#drizzle/queries/front-desk/agenda.ts'
import { countRefundsToHandBack } from '#drizzle/queries/front-desk/desk-refunds.ts'
import { listNotes } from '#drizzle/queries/front-desk/notes.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http-error.ts'
import { ERRORS, NEEDS_SESSION } from '#server/plugins/documentation.ts'
import { routeOf } from '#server/route.ts'
import type { Services } from '#server/services.ts'
import { stale } from '#server/stale.ts'
import { noAppointment } from '../booking/booking-response.ts'
import { recordView } from '../record-view.ts'

/** How long past appointments are listed until someone settles them, in days. */
const SETTLE_WITHIN_DAYS = 30

/** Open streams in one process: of all users together, and of one. */
const MOST_STREAMS = 2_000
const MOST_STREAMS_OF_USER = 10

/** After how many seconds a refused screen may ask again; it polls meanwhile. */
const STREAM_RETRY_AFTER = 30

/** What a screen may leave unread, in bytes, before it is disconnected; it catches up later. */
const MOST_UNREAD = 64 * 1024

/** Proxies close connections that are silent for longer; the caller's rights are checked as often. */
const HEARTBEAT_MS = 20_000

const REFUSALS: Record<Exclude<AttendanceRefusal['code'], 'too_early'>, string> = {
  stale: 'Someone else has changed this appointment. This is how it is now.',
  too_late: 'Only today’s steps can be undone.',
  not_possible: 'That is not possible for this appointment as it is now.',
}

function explainRefusal(
  code: AttendanceRefusal['code'],
  { attendance }: AttendanceChange,
  { checkInMinutes }: Pick<ChangeRules, 'checkInMinutes'>,
): string {
  if (code !== 'too_early') return REFUSALS[code]
  return attendance === 'no_show'
    ? 'It is too early for that: the appointment hasn’t begun.'
    : `It is too early for that. Check-in opens ${count(checkInMinutes, 'minute')} before the appointment.`
}

/** The front desk's agenda, for staff. */
export const agendaRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  /** @returns the entries, once the audit log says who has seen them */
  async function show(viewer: { uid: string }, rows: readonly AgendaRow[]) {
    const families = familiesOf(rows.map(({ appointment }) => appointment))
    await recordView(services, viewer, families, 'agenda')
    return rows.map((row) => toAgendaEntry(row, clinicClock.dayOf))
  }

  /** The days that are to be settled. */
  function daysToSettle(): { from: IsoDate; to: IsoDate } {
    const { today } = clinicClock.moment()
    return { from: dayAfter(today, -SETTLE_WITHIN_DAYS), to: dayAfter(today, -1) }
  }

  app.route({
    ...routeOf(app, calls.getAgenda),
    handler: async ({ user, query: { date, days, ids } }) => {
      const { today, minute } = clinicClock.moment()
      const entries = await show(
        user,
        listAgenda(db, { from: date, to: dayAfter(date, days - 1), ids }),
      )
      const { checkInMinutes } = clinic.settings()
      const toSettle = countUnsettled(db, daysToSettle())
      const toHandBack = countRefundsToHandBack(db)
      return { today, minute, checkInMinutes, entries, toSettle, toHandBack }
    },
  })

  app.route({
    ...routeOf(app, calls.getAgendaMonth),
    handler: async ({ query: { month } }) => {
      const days = countByDay(db, `${month}-01`, `${month}-31`)
      return { today: clinicClock.moment().today, days }
    },
  })

  app.route({
    ...routeOf(app, calls.listToSettle),
    handler: async ({ user, query }, reply) => {
      const days = daysToSettle()
      reply.header(TOTAL_COUNT, countUnsettled(db, days))
      return show(user, listUnsettled(db, { ...days, ...query }))
    },
  })

  app.route({
    ...routeOf(app, calls.changeAttendance),
    handler: async ({ user, params, body }, reply) => {
      const step = { id: params.id, version: body.version, to: body.attendance, actor: user.uid }
      const result = await writeTransaction(db, (tx) =>
        changeAttendance(tx, step, clinicClock, clinic.settings()),
      )
      if (result.outcome === 'not_found') throw noAppointment()
      const { outcome: code, row } = result
      const [current] = await show(user, [row])
      if (!current) throw noAppointment()
      if (code !== 'changed') {
        return reply
          .code(409)
          .send({ code, message: explainRefusal(code, body, clinic.settings()), current })
      }
      wakeRelay()
      return current
    },
  })

  app.route({
    ...routeOf(app, calls.changeNote),
    handler: async ({ user, params: { id }, body }, reply) => {
      const change = { id, ...body, actor: user.uid }
      const result = await writeTransaction(db, (tx) => changeNote(tx, change, clinicClock.now()))
      const [entry] = await show(user, 'row' in result ? [result.row] : [])
      if (!entry) throw noAppointment()
      return result.outcome === 'stale' ? reply.code(409).send(stale(entry)) : entry
    },
  })

  app.route({
    ...routeOf(app, calls.listNotes),
    handler: async ({ user, params: { id } }) => {
      const row = findAgendaRow(db, id)
      if (!row) throw noAppointment()
      await recordView(services, user, familiesOf([row.appointment]), 'agenda')
      return listNotes(db, id).map(({ version, note, writtenByName: by, writtenAt }) => ({
        version,
        note,
        by,
        at: writtenAt.toISOString(),
      }))
    },
  })

  /** With the uid of who reads it. */
  const streams = new Map<PassThrough, string>()
  const changes = createLiveChanges(db, {
    onError: (err) => app.log.warn({ err }, 'Changes of the agenda could not be read'),
  })
  // The server waits for open responses.
  app.addHook('preClose', (done) => {
    for (const stream of streams.keys()) stream.end()
    done()
  })

  app.get<{ Reply: PassThrough | string }>(
    '/agenda/changes',
    {
      preValidation: app.requireStaff,
      schema: {
        summary: 'Ids of appointments as they change (server-sent events), for staff',
        security: NEEDS_SESSION,
        response: { ...ERRORS },
      },
    },
    async (request, reply) => {
      if (streams.size >= MOST_STREAMS) {
        throw new HttpError(503, 'unavailable', 'Too many screens are open at once.')
      }
      const { uid } = request.user
      const own = [...streams.values()].filter((reader) => reader === uid)
      if (own.length >= MOST_STREAMS_OF_USER) {
        const message = `You have too many screens open: ${MOST_STREAMS_OF_USER} at most get changes at once.`
        throw new HttpError(429, 'too_many_requests', message, { retryAfter: STREAM_RETRY_AFTER })
      }
      reply.type('text/event-stream').header('x-accel-buffering', 'no')
      if (request.method === 'HEAD') return reply.send('')

      const stream = new PassThrough()
      const last = Number(request.headers['last-event-id'] || Number.NaN)
      const stop = changes.listen(
        (ids, position) => {
          stream.write(`id: ${position}\ndata: ${JSON.stringify(ids)}\n\n`)
          if (stream.writableLength > MOST_UNREAD) stream.destroy()
        },
        Number.isSafeInteger(last) ? last : undefined,
      )
      const heartbeat = setInterval(() => {
        app.requireStaff(request).then(
          () => stream.write(':\n\n'),
          () => stream.end(),
        )
      }, HEARTBEAT_MS)
      streams.set(stream, uid)
      stream.once('close', () => {
        clearInterval(heartbeat)
        stop()
        streams.delete(stream)
      })
      // Tells the browser that the stream works.
      stream.write(':\n\n')
      return reply.send(stream)
    },
  )
}
