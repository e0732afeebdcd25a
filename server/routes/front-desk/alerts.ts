import * as calls from '#contract/front-desk/front-desk-refusals.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import { addAlert, changeAlert, readAlerts } from '#domain/front-desk/alerts.ts'
import { treatsOn } from '#domain/front-desk/doctor-day.ts'
import { listGuardians } from '#drizzle/queries/guardians/children.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toChildAlert } from '#server/views/guardians.ts'
import { recordView } from '../record-view.ts'

/** Alerts of children, for their doctors and the front desk. */
export const alertRoutes: Routes = (app, services) => {
  const { db, clinicClock } = services

  /** Records that the viewer saw data of the child's families. */
  const see = (viewer: { uid: string }, childId: string) =>
    recordView(
      services,
      viewer,
      listGuardians(db, childId).map(({ uid }) => uid),
      'families',
    )

  /** @throws HttpError 404 unless the caller is staff, or a doctor with an appointment of the child today */
  function requireCareOf(
    call: Refusing<typeof calls.noAlert>,
    { effectiveRole, doctorId }: Caller,
    childId: string,
  ): void {
    if (effectiveRole !== 'doctor') return
    const { today: date } = clinicClock.moment()
    if (!treatsOn(db, { doctorId: doctorId ?? '', childId, date })) throw refuse(call, 'not_found')
  }

  handle(app, calls.listAlerts, async ({ user, params: { id } }) => {
    requireCareOf(calls.listAlerts, user, id)
    const found = readAlerts(db, id)
    if (!found) throw refuse(calls.listAlerts, 'not_found')
    await see(user, id)
    return {
      alerts: found.alerts.map(toChildAlert),
      history: found.history.map(toChildAlert),
    }
  })

  handle(app, calls.addAlert, async ({ user, params: { id: childId }, body }, reply) => {
    requireCareOf(calls.addAlert, user, childId)
    const by = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) => addAlert(tx, { childId, ...body }, by))
    if (!('alert' in outcome)) throw refuse(calls.addAlert, outcome.outcome)
    return reply.code(201).send(toChildAlert(outcome.alert))
  })

  handle(
    app,
    calls.changeAlert,
    async ({ user, params: { id: childId, alert: id }, body }, reply) => {
      requireCareOf(calls.changeAlert, user, childId)
      const by = changeBy(services, user)
      const wanted = { id, childId, ...body }
      const outcome = await writeTransaction(db, (tx) => changeAlert(tx, wanted, by))
      if (!('alert' in outcome)) throw refuse(calls.changeAlert, outcome.outcome)
      const alert = toChildAlert(outcome.alert)
      return outcome.outcome === 'stale'
        ? reply.code(409).send(stale(calls.changeAlert, alert))
        : alert
    },
  )
}
