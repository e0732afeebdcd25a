import * as calls from '#contract/front-desk/front-desk-refusals.ts'
import { toDollars } from '#contract/money.ts'
import { daysToSettle } from '#domain/front-desk/days-to-settle.ts'
import { confirmSetup, setupOf } from '#domain/front-desk/setup.ts'
import {
  askForPayment,
  callTimes,
  listMarks,
  markTodo,
  owingDays,
  readMarkers,
  readOwing,
} from '#domain/front-desk/todo.ts'
import { CALENDAR_KINDS } from '#domain/notifications/kinds/email-kinds.ts'
import { findPaymentProblems, listPaymentProblems } from '#domain/payments/stripe-differences.ts'
import { countScheduleConflicts } from '#domain/schedule/schedule-conflicts.ts'
import { readWaitingCalls } from '#domain/waitlist/entries/read-entries.ts'
import { countUnsettled } from '#drizzle/queries/front-desk/agenda.ts'
import { countOpenCashRefunds } from '#drizzle/queries/front-desk/cash-refunds.ts'
import { countOpenMessages } from '#drizzle/queries/front-desk/contact-messages.ts'
import {
  countOwing,
  countToCall,
  countUnreachable,
  listToCall,
  listUnanswered,
  type WaitingRow,
} from '#drizzle/queries/front-desk/todo.ts'
import { countDueCalls } from '#drizzle/queries/next-visits/due-calls.ts'
import { countOutdatedInvitations } from '#drizzle/queries/notifications/time-zones.ts'
import { countApprovals } from '#drizzle/queries/schedule/absence-approvals.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toCall, toMark, toOwing, toUnanswered, toWaitingCall } from '#server/views/todo.ts'
import { recordAppointmentView, recordView } from '../record-view.ts'

/** The lists of To do, for staff. */
export const todoRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, env, wakeRelay } = services

  const differences = { db, now: clinicClock.now, today: () => clinicClock.moment().today }

  /** @throws HttpError unless an admin claims an existing payment problem */
  function requireProblem({ effectiveRole }: Caller, id: string): void {
    if (effectiveRole !== 'admin') throw refuse(calls.markTodo, 'payments_forbidden')
    if (findPaymentProblems(differences, id).length > 0) return
    throw refuse(calls.markTodo, 'no_problem')
  }

  /** Records that the viewer saw the families of these appointments. */
  async function see(viewer: Caller, found: readonly WaitingRow[]): Promise<void> {
    const rows = found.map(({ appointment }) => appointment)
    await recordAppointmentView(services, viewer, rows)
  }

  const readerOf = (
    { uid: viewer }: { uid: string },
    found: readonly Pick<WaitingRow, 'mark'>[],
  ) => ({
    viewer,
    markers: readMarkers(
      db,
      found.map(({ mark }) => mark),
    ),
    dial: clinic.dialer(),
  })

  handle(app, calls.countTodo, async ({ user }) => {
    const [moment, now] = [clinicClock.moment(), clinicClock.now()]
    const isAdmin = user.effectiveRole === 'admin'
    return {
      settle: countUnsettled(db, daysToSettle(moment)),
      owing: countOwing(db, owingDays(moment)),
      calls: countToCall(db, callTimes(moment, now), now),
      due: countDueCalls(db, moment),
      conflicts: countScheduleConflicts(db, moment),
      handBack: countOpenCashRefunds(db),
      messages: countOpenMessages(db),
      unreachable: countUnreachable(db),
      invitations: countOutdatedInvitations(db, { from: moment, ofCalendars: CALENDAR_KINDS }),
      ...(isAdmin && {
        payments: listPaymentProblems(differences).length,
        absences: countApprovals(db),
      }),
    }
  })

  const setup = () =>
    setupOf(db, {
      today: clinicClock.moment().today,
      env,
      settings: clinic.settings(),
      hasUnknownProxy: app.hasUnknownProxy(),
    })

  handle(app, calls.readSetup, async () => setup())

  handle(app, calls.confirmSetup, async ({ user, params: { step } }) => {
    const by = changeBy(services, user)
    await writeTransaction(db, (tx) => confirmSetup(tx, step, env, by))
    wakeRelay()
    return setup()
  })

  handle(app, calls.listOwing, async ({ user, query }) => {
    const { today } = clinicClock.moment()
    const { found, ages } = readOwing(db, { today }, query)
    await see(user, found)
    const reader = { ...readerOf(user, found), today }
    return {
      entries: found.map((row) => toOwing(row, reader)),
      total: ages.reduce((total, { count }) => total + count, 0),
      ages: ages.map(({ count, cents }) => ({ count, sum: toDollars(cents) })),
    }
  })

  handle(app, calls.listCalls, async ({ user }) => {
    const { today, timeZone } = clinicClock.moment()
    const now = clinicClock.now()
    const unanswered = listUnanswered(db, now)
    const changed = listToCall(db, callTimes({ today }, now))
    const found = [...unanswered, ...changed]
    const waiting = readWaitingCalls(db, { today, now })
    await see(user, found)
    const families = waiting.map(({ entry: { uid, deskFamilyId } }) => uid ?? deskFamilyId ?? '')
    await recordView(services, user, [...new Set(families)], 'families')
    const reader = { ...readerOf(user, [...found, ...waiting]), timeZone }
    return [
      ...unanswered.map((row) => toUnanswered(row, reader)),
      ...changed.map((row) => toCall(row, reader)),
      ...waiting.map((row) => toWaitingCall(row, reader)),
    ]
  })

  handle(app, calls.listTodoMarks, async ({ user }) => {
    const isAdmin = user.effectiveRole === 'admin'
    const marks = listMarks(db, { now: clinicClock.now(), isAdmin })
    const reader = { viewer: user.uid, markers: readMarkers(db, marks) }
    return marks.map((mark) => ({
      list: mark.list,
      subject: mark.subject,
      ...toMark(mark, reader),
    }))
  })

  handle(app, calls.markTodo, async ({ user, params, body }, reply) => {
    if (params.list === 'payments') requireProblem(user, params.id)
    if (params.list === 'absences' && user.effectiveRole !== 'admin') {
      throw refuse(calls.markTodo, 'absences_forbidden')
    }
    if (params.list !== 'calls' && body.outcome !== undefined) {
      throw refuse(calls.markTodo, 'no_call')
    }
    const by = changeBy(services, user)
    const wanted = { ...params, ...body }
    const result = await writeTransaction(db, (tx) => markTodo(tx, wanted, by))
    if (result.outcome === 'not_found') throw refuse(calls.markTodo, 'not_found')
    const reader = { viewer: user.uid, markers: readMarkers(db, [result.mark]) }
    const mark = toMark(result.mark, reader)
    if (result.outcome === 'marked') return mark
    return reply.code(409).send({ ...explain(calls.markTodo, 'stale'), current: mark })
  })

  handle(app, calls.askForPayment, async ({ user, params: { id } }) => {
    const now = clinicClock.now()
    const by = { actor: user.uid, now }
    const moment = clinicClock.moment()
    const outcome = await writeTransaction(db, (tx) => askForPayment(tx, id, by, moment))
    if (outcome !== 'asked') throw refuse(calls.askForPayment, outcome)
    wakeRelay()
    return { askedAt: now.toISOString() }
  })
}
