import { MOST_ALERTS } from '#contract/front-desk/alerts.ts'
import * as calls from '#contract/front-desk/alerts-calls.ts'
import { addAlert, changeAlert, readAlerts } from '#domain/front-desk/alerts.ts'
import { treatsOn } from '#domain/front-desk/doctor-day.ts'
import { listGuardians } from '#drizzle/queries/guardians/children.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { HttpError } from '#server/http/http-error.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toChildAlert } from '#server/views/guardians.ts'
import { recordView } from '../record-view.ts'

/** Alerts of children, for those who treat them. */
export const alertRoutes: Routes = (app, services) => {
  const { db, clinicClock } = services

  /** Records that the viewer sees data of the child's families. */
  const see = (viewer: { uid: string }, childId: string) =>
    recordView(
      services,
      viewer,
      listGuardians(db, childId).map(({ uid }) => uid),
      'families',
    )

  /** @throws HttpError 404 unless the caller is staff, or a doctor who treats the child today */
  function requireCareOf({ effectiveRole, doctorId }: Caller, childId: string): void {
    if (effectiveRole !== 'doctor') return
    const { today: date } = clinicClock.moment()
    if (!treatsOn(db, { doctorId: doctorId ?? '', childId, date })) throw noChild()
  }

  handle(app, calls.listAlerts, async ({ user, params: { id } }) => {
    requireCareOf(user, id)
    const found = readAlerts(db, id)
    if (!found) throw noChild()
    await see(user, id)
    return {
      alerts: found.alerts.map(toChildAlert),
      history: found.history.map(toChildAlert),
    }
  })

  handle(app, calls.addAlert, async ({ user, params: { id: childId }, body }, reply) => {
    requireCareOf(user, childId)
    const by = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) => addAlert(tx, { childId, ...body }, by))
    if (!('alert' in outcome)) throw refusal(outcome)
    return reply.code(201).send(toChildAlert(outcome.alert))
  })

  handle(
    app,
    calls.changeAlert,
    async ({ user, params: { id: childId, alert: id }, body }, reply) => {
      requireCareOf(user, childId)
      const by = changeBy(services, user)
      const wanted = { id, childId, ...body }
      const outcome = await writeTransaction(db, (tx) => changeAlert(tx, wanted, by))
      if (!('alert' in outcome)) throw refusal(outcome)
      const alert = toChildAlert(outcome.alert)
      return outcome.outcome === 'stale' ? reply.code(409).send(stale(alert)) : alert
    },
  )
}

function refusal({ outcome }: { outcome: 'not_found' | 'too_many' }): HttpError {
  if (outcome === 'not_found') return noChild()
  const message = `A child has at most ${MOST_ALERTS} alerts. Change or remove one of them.`
  return new HttpError(409, 'too_many', message)
}

function noChild(): HttpError {
  return new HttpError(404, 'not_found', 'There is no such child or alert.')
}
