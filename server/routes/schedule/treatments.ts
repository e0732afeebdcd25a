import type { z } from 'zod'
import * as nextTimesCalls from '#contract/booking/next-times-calls.ts'
import type { availabilityQuery } from '#contract/treatments/treatments.ts'
import * as calls from '#contract/treatments/treatments-calls.ts'
import { toTreatment } from '#domain/availability/availability.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { handle, type Routes, schemaOf } from '#server/http/route.ts'

/** Treatments and their times: `GET /services`, `GET /available` and `GET /available/next`. Public. */
export const treatmentRoutes: Routes = (app, { db, clinicClock, availability }) => {
  handle(app, calls.listServices, async () => {
    const { today: date } = clinicClock.moment()
    const priced = listOfferedTreatments(db).filter(({ prices }) => prices.length > 0)
    return priced.map((treatment) => toTreatment(treatment, { date }))
  })

  // These responses are already JSON.
  const asJson = 'application/json; charset=utf-8'
  app.get<{ Querystring: z.output<typeof availabilityQuery>; Reply: Buffer }>(
    calls.listAvailable.path,
    { schema: schemaOf(calls.listAvailable) },
    ({ query }, reply) => {
      reply.type(asJson).send(availability.treatmentsOn(query.date))
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
