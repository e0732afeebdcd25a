import { formatWireDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import * as calls from '#contract/treatments/treatments-refusals.ts'
import { planPrice, withdrawPrice } from '#domain/schedule/prices.ts'
import {
  addTreatment,
  type Change,
  changeTreatment,
  orderTreatments,
} from '#domain/schedule/treatments.ts'
import {
  findTreatment,
  listComingOfTreatment,
  listTreatmentIds,
  listTreatments,
} from '#drizzle/queries/schedule/treatments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import { toAdminTreatment } from '#server/views/treatments.ts'

/** Treatments and their prices, for admins. */
export const treatmentAdminRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  function changeOf(user: { uid: string }): Change {
    const { moment, ...by } = changeBy(services, user)
    return { ...by, today: moment.today }
  }
  function treatment(call: Refusing<typeof calls.noTreatment>, id: string) {
    const found = listTreatments(db).find(({ treatment }) => treatment.id === id)
    if (!found) throw refuse(call, 'unknown_treatment')
    return toAdminTreatment(found)
  }

  handle(app, calls.listTreatments, async () => {
    const { today } = clinicClock.moment()
    const treatments = listTreatments(db).map(toAdminTreatment)
    return { today, treatments, week: clinic.week(today) }
  })

  handle(app, calls.listComing, async ({ params: { id } }) => {
    if (!findTreatment(db, id)) throw refuse(calls.listComing, 'unknown_treatment')
    return listComingOfTreatment(db, id, clinicClock.moment())
  })

  handle(app, calls.addTreatment, async ({ user, body: { price, ...fields } }, reply) => {
    const wanted = { ...fields, priceCents: toCents(price) }
    const added = await writeTransaction(db, (tx) => addTreatment(tx, wanted, changeOf(user)))
    if (added.outcome !== 'added') throw refuse(calls.addTreatment, added.outcome)
    wakeRelay()
    reply.code(201)
    return { insertedId: added.id }
  })

  handle(app, calls.orderTreatments, async ({ user, body }, reply) => {
    const outcome = await writeTransaction(db, (tx) => orderTreatments(tx, body, changeOf(user)))
    if (outcome === 'stale') {
      return reply.code(409).send(stale(calls.orderTreatments, listTreatmentIds(db)))
    }
    if (outcome !== 'changed') throw refuse(calls.orderTreatments, outcome)
    wakeRelay()
    return { modifiedCount: 1 }
  })

  handle(
    app,
    calls.changeTreatment,
    async ({ user, params: { id }, body: { version: seen, ...fields } }, reply) => {
      const call = calls.changeTreatment
      const wanted = { ...fields, id, seen }
      const outcome = await writeTransaction(db, (tx) =>
        changeTreatment(tx, wanted, changeOf(user)),
      )
      if (outcome === 'stale') return reply.code(409).send(stale(call, treatment(call, id)))
      if (outcome !== 'changed' && outcome !== 'unchanged') throw refuse(call, outcome)
      wakeRelay()
      return treatment(call, id)
    },
  )

  handle(
    app,
    calls.planPrice,
    async ({ user, params: { id }, body: { price, validFrom, version: seen } }, reply) => {
      const call = calls.planPrice
      const wanted = { treatmentId: id, validFrom, seen, priceCents: toCents(price) }
      const outcome = await writeTransaction(db, (tx) => planPrice(tx, wanted, changeOf(user)))
      if (outcome === 'stale') return reply.code(409).send(stale(call, treatment(call, id)))
      if (outcome === 'price_exists') {
        throw refuse(call, outcome, { day: formatWireDate(validFrom) })
      }
      if (outcome !== 'planned') throw refuse(call, outcome)
      wakeRelay()
      return reply.code(201).send(treatment(call, id))
    },
  )

  handle(
    app,
    calls.withdrawPrice,
    async ({ user, params: { id, validFrom }, query: { version: seen } }, reply) => {
      const call = calls.withdrawPrice
      const price = { treatmentId: id, validFrom, seen }
      const outcome = await writeTransaction(db, (tx) => withdrawPrice(tx, price, changeOf(user)))
      if (outcome === 'stale') return reply.code(409).send(stale(call, treatment(call, id)))
      if (outcome !== 'withdrawn') throw refuse(call, outcome)
      wakeRelay()
      return treatment(call, id)
    },
  )
}
