import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { LinkRefusal } from '#contract/front-desk/families.ts'
import * as calls from '#contract/front-desk/families-calls.ts'
import { toCents } from '#contract/money.ts'
import { deskTreatmentsOn } from '#domain/availability/desk-availability.ts'
import { bookAppointment } from '#domain/booking/book-appointment.ts'
import {
  addFamily,
  changeFamily,
  type FamilyChangeOutcome,
  readFamily,
  removeFamily,
} from '#domain/front-desk/families.ts'
import { proposeLink } from '#domain/front-desk/family-links.ts'
import { searchFamilies } from '#drizzle/queries/front-desk/families.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http-error.ts'
import { routeOf } from '#server/route.ts'
import type { Services } from '#server/services.ts'
import { describeBooking } from '../booking/booking-response.ts'
import { recordView } from '../record-view.ts'

/** The longest list of a search. */
const MOST_FOUND = 20

const LINK_REFUSALS: Record<LinkRefusal['code'], string> = {
  outdated: 'The appointments have changed. Please look at them again.',
  conflict:
    'Both have the same appointment, or two at the same time. Cancel or move one of them first.',
  no_account: 'There is no account with this family’s email that has been verified.',
  own_account: 'This is your own account. Ask a colleague to link it.',
  same_day: 'You changed this family’s email today. Ask a colleague, or link it tomorrow.',
}

/** Finding families, and booking for them, for staff. */
export const familyRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  app.route({
    ...routeOf(app, calls.searchFamilies),
    handler: async ({ user, query }) => {
      const from = clinicClock.moment()
      const found = searchFamilies(db, query.search, { limit: MOST_FOUND + 1, from })
      const shown = found.slice(0, MOST_FOUND)
      const viewed = shown.map(({ id }) => id)
      await recordView(services, user, viewed, 'families')
      return {
        families: shown.map(({ id: _id, ...each }) => ({ _id, ...each })),
        isCut: found.length > shown.length,
      }
    },
  })

  app.route({
    ...routeOf(app, calls.addFamily),
    handler: async ({ user, body }, reply) => {
      const by = { actor: user.uid, now: clinicClock.now() }
      const _id = await writeTransaction(db, (tx) => addFamily(tx, body, by))
      return reply.code(201).send({ _id })
    },
  })

  app.route({
    ...routeOf(app, calls.getFamily),
    handler: async ({ user, params }) => {
      const found = readFamily(db, params.id, clinicClock.moment(), clinicClock.now())
      if (!found) throw noFamily()
      const guardians = found.children.flatMap((each) => each.guardians.map(({ _id }) => _id))
      const bookers = found.appointments.flatMap(({ bookedBy }) => bookedBy?._id ?? [])
      const linked = [found.link?.account ?? [], found.linkable].flat().map(({ _id }) => _id)
      const viewed = [...new Set([found._id, ...guardians, ...bookers, ...linked])]
      await recordView(services, user, viewed, 'families')
      return found
    },
  })

  app.route({
    ...routeOf(app, calls.changeFamily),
    handler: async ({ user, params: { id }, body }) => {
      const by = { actor: user.uid, now: clinicClock.now(), moment: clinicClock.moment() }
      refuseChange(await writeTransaction(db, (tx) => changeFamily(tx, { ...body, id }, by)))
      wakeRelay()
      return { _id: id }
    },
  })

  app.route({
    ...routeOf(app, calls.removeFamily),
    handler: async ({ user, params: { id } }) => {
      const by = { actor: user.uid, now: clinicClock.now() }
      refuseChange(await writeTransaction(db, (tx) => removeFamily(tx, id, by)))
      return { deletedCount: 1 }
    },
  })

  app.route({
    ...routeOf(app, calls.bookForFamily),
    handler: async ({ user, params, body }, reply) => {
      const { price, reason, ...rest } = body
      const wanted = { ...rest, uid: params.id, priceCents: toCents(price) }
      const outcome = await writeTransaction(db, (tx) =>
        bookAppointment(tx, wanted, {
          moment: clinicClock.moment(),
          now: clinicClock.now(),
          terms: { bands: clinic.settings().refundBands },
          desk: { actor: user.uid, reason },
        }),
      )
      if (outcome.outcome === 'no_account') throw noFamily()
      await recordView(services, user, [params.id], 'families')
      const answer = describeBooking(outcome, wanted)
      if (!answer.success) return reply.code(409).send(answer)
      wakeRelay()
      return reply.code(201).send(answer)
    },
  })

  app.route({
    ...routeOf(app, calls.linkFamily),
    handler: async ({ user, params, body }, reply) => {
      const by = { actor: user.uid, now: clinicClock.now(), moment: clinicClock.moment() }
      const wanted = { id: params.id, ...body }
      const result = await writeTransaction(db, (tx) => proposeLink(tx, wanted, by))
      if (result.outcome === 'not_found') throw noFamily()
      if ('state' in result) {
        wakeRelay()
        return { _id: result.uid, state: result.state }
      }
      const { outcome: code, preview } = result
      await recordView(services, user, preview ? [preview.account._id] : [], 'families')
      return reply.code(409).send({ code, message: LINK_REFUSALS[code], preview })
    },
  })

  app.route({
    ...routeOf(app, calls.listStaffTimes),
    handler: async ({ query }) => deskTreatmentsOn(db, query.date, clinicClock.moment()),
  })
}

const CHANGE_REFUSALS = {
  has_account: 'This family has an account: its name and email come from there.',
  stale: 'Someone else has changed this family. Please check it again.',
  has_appointments: 'This family has appointments, which the clinic keeps as its record.',
}

/** @throws HttpError unless it is done */
function refuseChange({ outcome }: FamilyChangeOutcome): void {
  if (outcome === 'done') return
  if (outcome === 'not_found') throw noFamily()
  throw new HttpError(409, outcome, CHANGE_REFUSALS[outcome])
}

function noFamily(): HttpError {
  return new HttpError(404, 'not_found', 'Family not found.')
}
