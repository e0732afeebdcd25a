import { formatWireDate } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import * as calls from '#contract/treatments/treatment-admin-calls.ts'
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
import { conflict, HttpError, invalidInput } from '#server/http/http-error.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import { toAdminTreatment } from '#server/views/treatments.ts'
import { past } from './schedule-response.ts'

/** Treatments and their prices, for admins. */
export const treatmentAdminRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  function changeOf(user: { uid: string }): Change {
    const { moment, ...by } = changeBy(services, user)
    return { ...by, today: moment.today }
  }
  function treatment(id: string) {
    const found = listTreatments(db).find(({ treatment }) => treatment.id === id)
    if (!found) throw refusal('unknown_treatment')
    return toAdminTreatment(found)
  }

  handle(app, calls.listTreatments, async () => {
    const { today } = clinicClock.moment()
    const treatments = listTreatments(db).map(toAdminTreatment)
    return { today, treatments, week: clinic.week(today) }
  })

  handle(app, calls.listComing, async ({ params: { id } }) => {
    if (!findTreatment(db, id)) throw refusal('unknown_treatment')
    return listComingOfTreatment(db, id, clinicClock.moment())
  })

  handle(app, calls.addTreatment, async ({ user, body: { price, ...fields } }, reply) => {
    const wanted = { ...fields, priceCents: toCents(price) }
    const added = await writeTransaction(db, (tx) => addTreatment(tx, wanted, changeOf(user)))
    if (added.outcome !== 'added') throw refusal(added.outcome)
    wakeRelay()
    reply.code(201)
    return { insertedId: added.id }
  })

  handle(app, calls.orderTreatments, async ({ user, body }, reply) => {
    const outcome = await writeTransaction(db, (tx) => orderTreatments(tx, body, changeOf(user)))
    if (outcome === 'stale') return reply.code(409).send(stale(listTreatmentIds(db)))
    if (outcome !== 'changed') throw refusal(outcome)
    wakeRelay()
    return { modifiedCount: 1 }
  })

  handle(
    app,
    calls.changeTreatment,
    async ({ user, params: { id }, body: { version: seen, ...fields } }, reply) => {
      const wanted = { ...fields, id, seen }
      const outcome = await writeTransaction(db, (tx) =>
        changeTreatment(tx, wanted, changeOf(user)),
      )
      if (outcome === 'stale') return reply.code(409).send(stale(treatment(id)))
      if (outcome !== 'changed' && outcome !== 'unchanged') throw refusal(outcome)
      wakeRelay()
      return treatment(id)
    },
  )

  handle(
    app,
    calls.planPrice,
    async ({ user, params: { id }, body: { price, validFrom, version: seen } }, reply) => {
      const wanted = { treatmentId: id, validFrom, seen, priceCents: toCents(price) }
      const outcome = await writeTransaction(db, (tx) => planPrice(tx, wanted, changeOf(user)))
      if (outcome === 'stale') return reply.code(409).send(stale(treatment(id)))
      if (outcome === 'price_exists') {
        const message = `A price already starts on ${formatWireDate(validFrom)}. Withdraw it first, or choose another date.`
        throw invalidInput('validFrom', message)
      }
      if (outcome !== 'planned') throw refusal(outcome)
      wakeRelay()
      return reply.code(201).send(treatment(id))
    },
  )

  handle(
    app,
    calls.withdrawPrice,
    async ({ user, params: { id, validFrom }, query: { version: seen } }, reply) => {
      const price = { treatmentId: id, validFrom, seen }
      const outcome = await writeTransaction(db, (tx) => withdrawPrice(tx, price, changeOf(user)))
      if (outcome === 'stale') return reply.code(409).send(stale(treatment(id)))
      if (outcome !== 'withdrawn') throw refusal(outcome)
      wakeRelay()
      return treatment(id)
    },
  )
}

const REFUSALS = {
  unknown_treatment: () => new HttpError(404, 'not_found', 'This treatment does not exist.'),
  name_taken: () => invalidInput('name', 'Another treatment has this name'),
  other_treatments: () => invalidInput('order', 'The order has to name every treatment once'),
  past: () => past('validFrom'),
  unknown_price: () => new HttpError(404, 'not_found', 'This price does not exist.'),
  in_effect: () =>
    conflict('in_effect', 'This price applies already and can no longer be withdrawn.'),
  booked_at: () =>
    conflict(
      'booked_at',
      'An appointment has been booked at this price, so it can no longer be withdrawn.',
    ),
}

const refusal = (reason: keyof typeof REFUSALS) => REFUSALS[reason]()
