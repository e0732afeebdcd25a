import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { formatWireDate } from '#contract/dates.ts'
import { modification } from '#contract/identity/users.ts'
import { toCents } from '#contract/money.ts'
import {
  adminTreatment,
  newPrice,
  newTreatment,
  newTreatmentResponse,
  orderConflict,
  priceParams,
  priceWithdrawal,
  treatmentAdministration,
  treatmentChange,
  treatmentConflict,
  treatmentOrder,
  treatmentParams,
} from '#contract/schedule/treatment-admin.ts'
import { planPrice, withdrawPrice } from '#domain/schedule/prices.ts'
import {
  addTreatment,
  type Change,
  changeTreatment,
  orderTreatments,
} from '#domain/schedule/treatments.ts'
import { listTreatmentIds, listTreatments } from '#drizzle/queries/schedule/treatments.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http-error.ts'
import { ERRORS, NEEDS_SESSION } from '#server/plugins/documentation.ts'
import type { Services } from '#server/services.ts'
import { stale } from '#server/stale.ts'

/** Treatments and their prices, for admins. */
export const treatmentAdminRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  const changeBy = ({ uid: actor }: { uid: string }): Change => ({
    actor,
    now: clinicClock.now(),
    today: clinicClock.moment().today,
  })
  const treatments = () => listTreatments(db, clinicClock.moment())
  function treatment(id: string) {
    const found = treatments().find(({ _id }) => _id === id)
    if (!found) throw refusal('unknown_treatment')
    return found
  }

  app.get(
    '/treatments',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'List all treatments, with the data that only admins see',
        security: NEEDS_SESSION,
        response: { 200: treatmentAdministration, ...ERRORS },
      },
    },
    async () => {
      const { today } = clinicClock.moment()
      return { today, treatments: treatments(), week: clinic.week(today) }
    },
  )

  app.post(
    '/treatments',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'Add a treatment',
        security: NEEDS_SESSION,
        body: newTreatment,
        response: { 201: newTreatmentResponse, ...ERRORS },
      },
    },
    async ({ user, body: { price, ...fields } }, reply) => {
      const wanted = { ...fields, priceCents: toCents(price) }
      const added = await writeTransaction(db, (tx) => addTreatment(tx, wanted, changeBy(user)))
      if (added.outcome !== 'added') throw refusal(added.outcome)
      wakeRelay()
      reply.code(201)
      return { insertedId: added.id }
    },
  )

  app.put(
    '/treatments/order',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'Change the order of the treatments',
        security: NEEDS_SESSION,
        body: treatmentOrder,
        response: { 200: modification, 409: orderConflict, ...ERRORS },
      },
    },
    async ({ user, body }, reply) => {
      const outcome = await writeTransaction(db, (tx) => orderTreatments(tx, body, changeBy(user)))
      if (outcome === 'stale') return reply.code(409).send(stale(listTreatmentIds(db)))
      if (outcome !== 'changed') throw refusal(outcome)
      wakeRelay()
      return { modifiedCount: 1 }
    },
  )

  app.put(
    '/treatments/:id',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'Change a treatment',
        security: NEEDS_SESSION,
        params: treatmentParams,
        body: treatmentChange,
        response: { 200: adminTreatment, 409: treatmentConflict, ...ERRORS },
      },
    },
    async ({ user, params: { id }, body: { version: seen, ...fields } }, reply) => {
      const wanted = { ...fields, id, seen }
      const outcome = await writeTransaction(db, (tx) =>
        changeTreatment(tx, wanted, changeBy(user)),
      )
      if (outcome === 'stale') return reply.code(409).send(stale(treatment(id)))
      if (outcome !== 'changed' && outcome !== 'unchanged') throw refusal(outcome)
      wakeRelay()
      return treatment(id)
    },
  )

  app.post(
    '/treatments/:id/prices',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'Plan a price from today or a later day on',
        security: NEEDS_SESSION,
        params: treatmentParams,
        body: newPrice,
        response: { 201: adminTreatment, 409: treatmentConflict, ...ERRORS },
      },
    },
    async ({ user, params: { id }, body: { price, validFrom, version: seen } }, reply) => {
      const wanted = { treatmentId: id, validFrom, seen, priceCents: toCents(price) }
      const outcome = await writeTransaction(db, (tx) => planPrice(tx, wanted, changeBy(user)))
      if (outcome === 'stale') return reply.code(409).send(stale(treatment(id)))
      if (outcome === 'price_exists') {
        const message = `A price already starts on ${formatWireDate(validFrom)}. Withdraw it first, or choose another date.`
        throw invalid('validFrom', message)
      }
      if (outcome !== 'planned') throw refusal(outcome)
      wakeRelay()
      return reply.code(201).send(treatment(id))
    },
  )

  app.delete(
    '/treatments/:id/prices/:validFrom',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'Withdraw a price before its day',
        security: NEEDS_SESSION,
        params: priceParams,
        querystring: priceWithdrawal,
        response: { 200: adminTreatment, 409: treatmentConflict, ...ERRORS },
      },
    },
    async ({ user, params: { id, validFrom }, query: { version: seen } }, reply) => {
      const price = { treatmentId: id, validFrom, seen }
      const outcome = await writeTransaction(db, (tx) => withdrawPrice(tx, price, changeBy(user)))
      if (outcome === 'stale') return reply.code(409).send(stale(treatment(id)))
      if (outcome !== 'withdrawn') throw refusal(outcome)
      wakeRelay()
      return treatment(id)
    },
  )
}

type Refusal =
  | 'unknown_treatment'
  | 'name_taken'
  | 'other_treatments'
  | 'past'
  | 'unknown_price'
  | 'in_effect'
  | 'booked_at'

function refusal(reason: Refusal): HttpError {
  switch (reason) {
    case 'unknown_treatment':
      return new HttpError(404, 'not_found', 'This treatment does not exist.')
    case 'name_taken':
      return invalid('name', 'Another treatment has this name')
    case 'other_treatments':
      return invalid('order', 'The order has to name every treatment once')
    case 'past':
      return invalid('validFrom', 'Choose today or a later day')
    case 'unknown_price':
      return new HttpError(404, 'not_found', 'This price does not exist.')
    case 'in_effect':
      return new HttpError(
        409,
        reason,
        'This price applies already and can no longer be withdrawn.',
      )
    case 'booked_at':
      return new HttpError(
        409,
        reason,
        'An appointment has been booked at this price, so it can no longer be withdrawn.',
      )
  }
}

function invalid(path: string, message: string): HttpError {
  return new HttpError(400, 'invalid_input', message, { issues: [{ path, message }] })
}
