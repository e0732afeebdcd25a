import type { z } from 'zod'
import * as nextTimesCalls from '#contract/booking/next-times-calls.ts'
import type { availabilityQuery, availableQuery } from '#contract/treatments/treatments.ts'
import * as calls from '#contract/treatments/treatments-calls.ts'
import { toTreatment } from '#domain/availability/availability.ts'
import { readTicket } from '#domain/next-visits/read-tickets.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { handle, type Routes, schemaOf } from '#server/http/route.ts'

/** Treatments and their times: `GET /services`, `GET /available` and `GET /available/next`. Public. */
export const treatmentRoutes: Routes = (app, { db, clinicClock, availability }) => {
  handle(app, calls.listServices, async () => {
    const { today: date } = clinicClock.moment()
    const priced = listOfferedTreatments(db).filter(({ prices }) => prices.length > 0)
    return priced.map((treatment) => toTreatment(treatment, { date }))
  })

  /** The id of the treatment that the caller may book online with this ticket. */
  function findAsked(ticketId: string, caller: { uid: string } | undefined): string | undefined {
    if (!caller) return undefined
    const { uid } = caller
    const moment = clinicClock.moment()
    const seen = readTicket(db, ticketId, { caller: { uid, isStaff: false }, moment })
    const isAsked = seen?.ticket.state === 'open' && seen.mayBook
    return isAsked && seen.treatment.booking === 'ticket' ? seen.treatment.id : undefined
  }

  // These responses are already JSON.
  const asJson = 'application/json; charset=utf-8'
  app.get<{ Querystring: z.output<typeof availableQuery>; Reply: Buffer }>(
    calls.listAvailable.path,
    { schema: schemaOf(calls.listAvailable) },
    (request, reply) => {
      const { date, ticket } = request.query
      const asked = ticket === undefined ? undefined : findAsked(ticket, app.findCaller(request))
      const body = asked
        ? availability.treatmentsWith(date, asked)
        : availability.treatmentsOn(date)
      reply.type(asJson).send(body)
    },
  )
  app.get<{ Querystring: z.output<typeof availabilityQuery>; Reply: Buffer }>(
    calls.listTimesToMove.path,
    { preValidation: app.requireUser, schema: schemaOf(calls.listTimesToMove) },
    ({ query }, reply) => {
      reply.type(asJson).send(availability.timesToMoveOn(query.date))
    },
  )
  app.get<{ Reply: Buffer }>(
    nextTimesCalls.listNextTimes.path,
    { schema: schemaOf(nextTimesCalls.listNextTimes) },
    (_request, reply) => {
      reply.type(asJson).send(availability.next().body)
    },
  )
}
