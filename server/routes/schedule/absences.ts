import type { Refusing } from '#contract/refusals/refusals.ts'
import * as calls from '#contract/schedule/schedule-refusals.ts'
import { keepCapacityInSteps } from '#domain/insights/capacity.ts'
import { decideApproval, readApprovals } from '#domain/schedule/absence-approvals.ts'
import { type AbsentRow, previewAbsence, recordAbsence } from '#domain/schedule/absences.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toAbsencePreview, toAbsenceResult, toApproval } from '#server/views/absences.ts'
import { recordAppointmentView } from '../record-view.ts'

/** A doctor who is ill today, for staff. */
export const absenceRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  /** @throws HttpError 403 for staff where only admins record absences */
  function requireRight(call: Refusing<typeof calls.onlyAdmins>, { effectiveRole }: Caller): void {
    if (effectiveRole === 'admin' || clinic.settings().staffRecordAbsences) return
    throw refuse(call, 'admins_record_absences')
  }

  /** Records that the viewer saw the families of these appointments. */
  async function see(viewer: Caller, appointments: readonly AbsentRow[]) {
    const rows = appointments.map(({ row }) => row)
    await recordAppointmentView(services, viewer, rows)
  }

  handle(app, calls.previewAbsence, async ({ user, body }) => {
    requireRight(calls.previewAbsence, user)
    const impact = previewAbsence(db, body, changeBy(services, user))
    if (!impact) throw refuse(calls.previewAbsence, 'unknown_doctor')
    await see(user, impact.appointments)
    return toAbsencePreview(impact, clinicClock.moment(), clinic.dialer())
  })

  handle(app, calls.recordAbsence, async ({ user, body }, reply) => {
    requireRight(calls.recordAbsence, user)
    const isAdmin = user.effectiveRole === 'admin'
    const toApprove = !isAdmin && clinic.settings().absencesNeedApproval
    const context = { ...changeBy(services, user), toApprove }
    const recorded = await writeTransaction(db, (tx) => recordAbsence(tx, body, context))
    if (recorded.outcome === 'unknown_doctor') {
      throw refuse(calls.recordAbsence, recorded.outcome)
    }
    if (recorded.outcome === 'outdated') {
      const { impact } = recorded
      await see(user, impact.appointments)
      const preview = toAbsencePreview(impact, context.moment, clinic.dialer())
      return reply.code(409).send({ ...explain(calls.recordAbsence, 'outdated'), preview })
    }
    const { result } = recorded
    await see(
      user,
      result.results.map(({ appointment }) => appointment),
    )
    wakeRelay()
    return toAbsenceResult(result, context.moment, clinic.dialer())
  })

  handle(app, calls.listAbsences, async ({ user: { uid, effectiveRole } }) =>
    readApprovals(db, {
      uid,
      isAdmin: effectiveRole === 'admin',
      now: clinicClock.now(),
    }).map((row) => toApproval(row, uid)),
  )

  handle(app, calls.decideAbsence, async ({ user, params: { id }, body: { decision } }, reply) => {
    await keepCapacityInSteps(db, clinicClock.moment())
    const decided = await writeTransaction(db, (tx) =>
      decideApproval(tx, id, decision, changeBy(services, user)),
    )
    if (decided.outcome === 'not_found') throw refuse(calls.decideAbsence, decided.outcome)
    const approval = toApproval(decided.approval, user.uid)
    if (decided.outcome === 'stale') {
      const { state, decidedBy } = approval
      const facts = { admin: decidedBy || 'Another admin', decided: state }
      const refusal = explain(calls.decideAbsence, 'stale', facts)
      return reply.code(409).send({ ...refusal, current: approval })
    }
    wakeRelay()
    return approval
  })
}
